import type { Server, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'

export type Drain = {
  isDraining: () => boolean
  /** Closes the server after it has answered every request that it accepted. */
  drain: () => Promise<void>
}

type Times = {
  /**
   * How long an idle keep-alive connection stays open: closing it at once would lose a request in transit.
   */
  graceMs?: number
  /** After this time, all remaining connections are destroyed. */
  limitMs?: number
}

/** A turn of the event loop that took less than this had hardly anything to do. */
const quietMs = 1
/**
 * If no turn is quiet, the listener closes after 100 turns and 500 ms. On a machine with very slow turns it
 * closes after 3 seconds: a supervisor may kill the process soon.
 */
const [maxTurns, minTurnsMs, maxWaitMs] = [100, 500, 3_000]

export function prepareDrain(server: Server, times: Times = {}): Drain {
  const { graceMs = 1_000, limitMs = 10_000 } = times
  /**
   * The current response of each connection. Null after it is done, because a response keeps its request and
   * body in memory. Undefined before the first request.
   */
  const responses = new Map<Socket, ServerResponse | null | undefined>()
  let draining = false
  let connectionCount = 0

  server.on('connection', (socket) => {
    connectionCount += 1
    responses.set(socket, undefined)
    socket.once('close', () => responses.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    responses.set(socket, response)
    response.once('close', () => {
      if (responses.get(socket) === response) responses.set(socket, null)
    })
    if (!server.listening) response.setHeader('Connection', 'close')
  })

  /**
   * Closes the listener after an event-loop turn without a new connection. Closing it drops pending connections,
   * and Node accepts only one per turn.
   */
  async function closeListener(): Promise<void> {
    // Compiles close() now: a connection that arrives between the last turn and the close below is lost.
    net.createServer().close()
    // The current turn may have polled for connections before the last of them arrived.
    await nextLoopTurn()
    const start = performance.now()
    for (let turn = 1; ; turn += 1) {
      const [countBefore, turnStart] = [connectionCount, performance.now()]
      await nextLoopTurn()
      const now = performance.now()
      const isQuiet = connectionCount === countBefore && now - turnStart < quietMs
      const isLong = turn >= maxTurns && now > start + minTurnsMs
      // Not http.Server.close: that closes idle keep-alive connections at once. This way each may send one more
      // request, and its answer announces the close.
      if (isQuiet || isLong || now > start + maxWaitMs)
        return void net.Server.prototype.close.call(server)
    }
  }

  function closeIdle(): void {
    server.closeIdleConnections()
    // Browsers open spare connections in advance, which Node does not count as idle.
    for (const [socket, response] of responses) {
      if (response === undefined && socket.bytesRead === 0) socket.destroy()
    }
  }

  /** Includes the connections that Node no longer manages, such as those with a CONNECT request. */
  function closeAll(): void {
    for (const socket of responses.keys()) socket.destroy()
  }

  async function drain(): Promise<void> {
    if (draining) return
    draining = true
    const closed = new Promise((resolve) => server.once('close', resolve))
    // A connection that cannot be accepted must not end the drain.
    server.on('error', () => {})
    await closeListener()
    // Responses in flight announce the close too, so that their clients do not send another request.
    for (const response of responses.values()) {
      if (response?.headersSent === false) response.setHeader('Connection', 'close')
    }
    // setImmediate: a busy process must first read what has arrived, or it would take the connection for
    // idle.
    const idleTimer = setInterval(() => setImmediate(closeIdle), graceMs)
    const limitTimer = setTimeout(closeAll, limitMs)
    await closed
    clearInterval(idleTimer)
    clearTimeout(limitTimer)
  }

  return { isDraining: () => draining, drain }
}

type Step = () => Promise<unknown>

export type Shutdown = {
  /** Registers a step of the shutdown. The steps run in reverse order. */
  onClose: (close: Step) => void
  isShuttingDown: () => boolean
  /** Runs all steps, then exits the process. */
  end: (exitCode: number) => Promise<void>
}

export function createShutdown(): Shutdown {
  const steps: Step[] = []
  let isRunning = false

  async function end(exitCode: number): Promise<void> {
    if (isRunning) return
    isRunning = true
    let failed = false
    for (const close of steps.toReversed()) {
      try {
        await close()
      } catch (error) {
        // The remaining steps still run.
        process.stderr.write(`While stopping: ${String(error)}\n`)
        failed = true
      }
    }
    process.exit(failed ? exitCode || 1 : exitCode)
  }

  return { onClose: (close) => void steps.push(close), isShuttingDown: () => isRunning, end }
}

/**
 * The first signal starts an orderly shutdown, the second ends at once. One Ctrl-C may arrive twice, from the
 * terminal and from npm, so a signal within 500 ms of the first is ignored.
 */
export function onSignal(end: () => void, endAtOnce: () => void): void {
  let firstSignalAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstSignalAt === undefined) {
        firstSignalAt = performance.now()
        end()
      } else if (performance.now() - firstSignalAt > 500) {
        endAtOnce()
      }
    })
  }
}
