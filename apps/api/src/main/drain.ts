import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'

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

export function prepareDrain(server: Server, times: Times = {}): Drain {
  const { graceMs = 1_000, limitMs = 10_000 } = times
  /**
   * What each connection is being answered; null where all is answered, since an answer holds its request with
   * all that was sent. Undefined where nothing was asked yet.
   */
  const answers = new Map<Socket, ServerResponse | null | undefined>()
  let draining = false

  server.on('connection', (socket) => {
    answers.set(socket, undefined)
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    answers.set(socket, response)
    response.once('close', () => {
      if (answers.get(socket) === response) answers.set(socket, null)
    })
    if (draining) response.setHeader('Connection', 'close')
  })

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
