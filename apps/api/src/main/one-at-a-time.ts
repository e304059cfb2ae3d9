import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Call = {
  response: ServerResponse
  /** How many the caller has sent ahead meanwhile. */
  ahead: number
}

/** Whoever sends more ahead than this is hung up on at once: all of it is kept until then. */
const mostAhead = 10

/**
 * Answers one request of a connection at a time. Node would begin everything that a caller sends ahead, and where
 * the connection then goes, tell nobody of it but the first: files would stay open for ever, calls have no line in
 * the log. So what is sent ahead is left undone. The answer that is under way comes to its end, says that the connection
 * closes, and closes it. No browser and no proxy sends ahead.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  const calls = new WeakMap<Socket, Call>()

  return (request, response) => {
    const { socket } = request
    const underWay = calls.get(socket)
    if (underWay) return sentAhead(underWay, socket)
    const call = { response, ahead: 0 }
    calls.set(socket, call)
    response.once('close', () => {
      // Where the connection closes, nothing more of it is begun.
      if (call.ahead === 0) calls.delete(socket)
    })
    return answer(request, response)
  }
}

function sentAhead(call: Call, socket: Socket): void {
  call.ahead += 1
  if (call.ahead > mostAhead) socket.destroy()
  if (call.ahead > 1) return
  const { response } = call
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket.destroySoon())
}
