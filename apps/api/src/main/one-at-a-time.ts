import type { RequestListener } from 'node:http'
import { callsUnderWay } from './calls-under-way'
import { closeAfter } from './close-after'

/**
 * Answers one request of a connection at a time. Node would begin everything that a caller sends ahead, and where
 * the connection then goes, tell nobody of it but the first: files would stay open for ever, calls have no line in
 * the log. So what is sent ahead is left undone. The answer that is under way comes to its end, says that the connection
 * closes, and closes it. No browser and no proxy sends ahead.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const underWay = callsUnderWay.get(socket)
    if (underWay) return closeAfter(underWay)
    const call = { request, response, ahead: 0 }
    callsUnderWay.set(socket, call)
    response.once('close', () => {
      // Where the connection closes, nothing more of it is begun.
      if (call.ahead === 0) callsUnderWay.delete(socket)
    })
    return answer(request, response)
  }
}
