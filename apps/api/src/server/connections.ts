import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseErrorStatus } from '#src/http/request-log'

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

/** All else that Node cannot read is 400. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Node would answer by itself what it cannot read, and hang up on a CONNECT: without a line in the log, and
 * without the headers that every answer has. So both become requests like any other.
 */
function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex: Duplex) => {
    const { code = '' } = error
    const socket = duplex instanceof Socket ? duplex : undefined
    // Whoever has hung up, or has never asked anything, hears nothing.
    if (!socket?.writable || socket.bytesRead === 0 || isHangUp(code)) return duplex.destroy()
    const status = statuses[code] ?? 400
    const underWay = inFlightRequests.get(socket)
    if (underWay) return refuseRest(underWay, status)
    const request = new IncomingMessage(socket)
    request.method = '-'
    parseErrorStatus.set(request, status)
    answer(request)
  })

  server.on('connect', (request: IncomingMessage) => {
    const { socket } = request
    // Node has let go of it: what is under way would never hear that it may write on, nor that it takes too long.
    if (inFlightRequests.has(socket)) {
      socket.destroy()
      return
    }
    const hangUp = () => socket.destroy()
    socket.on('error', hangUp).on('timeout', hangUp).resume()
    answer(request)
  })

  function answer(request: IncomingMessage): void {
    const { socket } = request
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    server.emit('request', request, response)
  }
}

/**
 * Only whoever waits for the rest of a body is told that it cannot be read. Any other answer is made of what has come
 * already: to end it from here would send its headers with our status, or what is done as if it were refused.
 */
function refuseRest(call: InFlightRequest, status: number): void {
  const { request, response } = call
  const isAwaited = request.listenerCount('data') > 0
  if (request.complete || response.headersSent || !isAwaited) return closeAfter(call)
  response.writeHead(status, { Connection: 'close' }).end()
}

function isHangUp(code: string): boolean {
  return code === 'HPE_INVALID_EOF_STATE' || !/^HPE_|TIMEOUT$/.test(code)
}

type InFlightRequest = {
  request: IncomingMessage
  response: ServerResponse
  /** How many more the caller has sent meanwhile. */
  ahead: number
}

/** What each connection is being answered. Where it closes after that, it stays until then. */
const inFlightRequests = new WeakMap<Socket, InFlightRequest>()

/** Whoever sends more ahead than this is hung up on at once: all of it is kept until then. */
const mostAhead = 10

/** Nothing more is read of this connection's caller: the answer that is under way says that it closes, and closes it. */
function closeAfter(call: InFlightRequest): void {
  const { response } = call
  const { socket } = call.request
  call.ahead += 1
  if (call.ahead > mostAhead) socket.destroy()
  if (call.ahead > 1) return
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket.destroySoon())
}

/**
 * Answers one request of a connection at a time. Node would begin everything that a caller sends ahead, and where
 * the connection then goes, tell nobody of it but the first: files would stay open for ever, calls have no line in
 * the log. So what is sent ahead is left undone. The answer that is under way comes to its end, says that the connection
 * closes, and closes it. No browser and no proxy sends ahead.
 */
export function rejectPipelining(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const underWay = inFlightRequests.get(socket)
    if (underWay) return closeAfter(underWay)
    const call = { request, response, ahead: 0 }
    inFlightRequests.set(socket, call)
    response.once('close', () => {
      // Where the connection closes, nothing more of it is begun.
      if (call.ahead === 0) inFlightRequests.delete(socket)
    })
    return answer(request, response)
  }
}
