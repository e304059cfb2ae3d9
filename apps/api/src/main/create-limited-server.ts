import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerUnreadable } from './answer-unreadable'

/**
 * So many at once, each of which is an open file: far more than a shop has browsers, and few enough
 * that files and memory are left for the database. Whoever comes then is hung up on.
 */
const connections = 4_000

type Times = {
  /** How often it is looked for senders that take too long: Node would do it twice a minute. */
  checkMs?: number
  /** How long somebody who was answered already may go on sending. */
  lingerMs?: number
}

/** A server that neither many nor slow nor long-winded callers can keep from serving the others. */
export function createLimitedServer({ checkMs = 5_000, lingerMs = 2_000 }: Times = {}): Server {
  const server = createServer({
    connectionsCheckingInterval: checkMs,
    // The app does, with a line in the log.
    requireHostHeader: false,
  })
  server.maxConnections = connections
  server.prependListener('request', (request, response) =>
    hangUpOnRest(request, response, lingerMs),
  )
  // What a caller expects and nobody knows is as if it were not said: Node would refuse it by itself.
  server.on('checkExpectation', (...call) => server.emit('request', ...call))
  answerUnreadable(server)
  return server
}

/**
 * A refusal goes out before all that it refuses has come in. Node reads what is left and throws it away,
 * so that the answer is not lost with the connection; but it would do so for as long as there is more.
 */
function hangUpOnRest(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers
  if (coding === undefined && length === '0') return
  response.once('finish', () => {
    if (request.complete) return
    const hangUp = setTimeout(() => request.socket.destroy(), lingerMs)
    request.once('close', () => clearTimeout(hangUp))
  })
}
