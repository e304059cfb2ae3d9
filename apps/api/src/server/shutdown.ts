import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

export type Drain = {
  isDraining: () => boolean
  /** Ends the server without cutting off a request that it has taken on. */
  drain: () => Promise<void>
}

type Times = {
  /** How long a kept connection may stay idle before it is closed: its next request would be lost. */
  graceMs?: number
  /** After that, whatever still runs is cut off. */
  limitMs?: number
}

/** A turn of the event loop in which hardly anything was done. */
const quietMs = 1
/**
 * Where no turn is as quiet as that, the door closes all the same: after so many of them and so long, and on a machine
 * whose turns take for ever after this at the latest, since whoever ended us may not wait much longer.
 */
const [doorTurns, doorMs, latestMs] = [100, 500, 3_000]

export function prepareDrain(server: Server, times: Times = {}): Drain {
  const { graceMs = 1_000, limitMs = 10_000 } = times
  /**
   * What each connection is being answered; null where all is answered, since an answer holds its request with
   * all that was sent. Undefined where nothing was asked yet.
   */
  const answers = new Map<Socket, ServerResponse | null | undefined>()
  let draining = false
  let arrived = 0

  server.on('connection', (socket) => {
    arrived += 1
    answers.set(socket, undefined)
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    answers.set(socket, response)
    response.once('close', () => {
      if (answers.get(socket) === response) answers.set(socket, null)
    })
    if (!server.listening) response.setHeader('Connection', 'close')
  })

  /**
   * Comes back at once after a short turn in which nobody came. Who is connected and was not taken on yet is cut off
   * with the door, and Node takes on one at a turn: where many come at once, others wait.
   */
  async function letIn(): Promise<void> {
    // The turn that this is called in may have asked who waits before the last of them came.
    await nextTurn()
    const asked = performance.now()
    for (let turn = 1; ; turn += 1) {
      const [before, began] = [arrived, performance.now()]
      await nextTurn()
      const now = performance.now()
      const isQuiet = arrived === before && now - began < quietMs
      const isLong = turn >= doorTurns && now > asked + doorMs
      if (isQuiet || isLong || now > asked + latestMs) return
    }
  }

  function closeIdle(): void {
    server.closeIdleConnections()
    // Browsers open connections ahead of need, and Node does not count those among the idle.
    for (const [socket, answer] of answers) {
      if (answer === undefined && socket.bytesRead === 0) socket.destroy()
    }
  }

  /** Those too that Node has let go of: whoever asks for a tunnel is none of its connections any more. */
  function closeAll(): void {
    for (const socket of answers.keys()) socket.destroy()
  }

  async function drain(): Promise<void> {
    if (draining) return
    draining = true
    await letIn()
    const closed = once(server, 'close')
    // No http.Server.close, which at once closes the kept connections that are idle just now. So
    // each of them gets one more answer, and with it the word that it closes.
    net.Server.prototype.close.call(server)
    // Nor may one that is answered only now be closed in the moment before it asks again.
    for (const answer of answers.values()) {
      if (answer?.headersSent === false) answer.setHeader('Connection', 'close')
    }
    // After what has arrived is read: a process that was busy knows of none of it yet, and would cut it off.
    const idle = setInterval(() => setImmediate(closeIdle), graceMs)
    const cutOff = setTimeout(closeAll, limitMs)
    await closed
    clearInterval(idle)
    clearTimeout(cutOff)
  }

  return { isDraining: () => draining, drain }
}

type Step = () => Promise<unknown>

export type Shutdown = {
  /** What was opened last is closed first. */
  beforeThat: (close: Step) => void
  hasBegun: () => boolean
  /** Closes everything that is open, then ends the process. */
  end: (exitCode: number) => Promise<void>
}

export function createShutdown(): Shutdown {
  const steps: Step[] = []
  let begun = false

  async function end(exitCode: number): Promise<void> {
    if (begun) return
    begun = true
    let failed = false
    for (const close of steps.toReversed()) {
      try {
        await close()
      } catch (error) {
        // One that cannot be closed keeps none of the others open.
        process.stderr.write(`While stopping: ${String(error)}\n`)
        failed = true
      }
    }
    process.exit(failed ? exitCode || 1 : exitCode)
  }

  return { beforeThat: (close) => void steps.push(close), hasBegun: () => begun, end }
}

/**
 * The first signal asks for an orderly end, a second one for an end at once. One Ctrl-C may arrive
 * twice, from the terminal and again from npm, so that only a later one counts as the second.
 */
export function onSignal(end: () => void, endAtOnce: () => void): void {
  let first: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now()
        end()
      } else if (performance.now() - first > 500) {
        endAtOnce()
      }
    })
  }
}
