import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createNetworkCounter } from '#src/http/network-limits'
import { parseErrorStatus } from '#src/http/request-context'

/**
 * Each connection is an open file. 4,000 are far more than the browsers of a shop, and leave enough files and
 * memory for the database. Further connections are closed at once.
 */
const forBrowsers = 4_000

type Options = {
  /** The number of reverse proxies in front of the server. */
  trustedProxies?: number
  maxConnections?: number
  /** How often to look for slow senders. Node's default is every 30 seconds. */
  checkMs?: number
  /** How long a client may go on sending after its answer. */
  lingerMs?: number
}

/** Creates a server that stays available if clients are many, slow, or send too much. */
export function createLimitedServer({
  trustedProxies = 0,
  maxConnections = forBrowsers,
  checkMs = 5_000,
  lingerMs = 2_000,
}: Options = {}): Server {
  const server = createServer({
    connectionsCheckingInterval: checkMs,
    // The app checks the Host header itself, and logs the request.
    requireHostHeader: false,
  })
  server.maxConnections = maxConnections
  // Behind a proxy all callers share its connections. There the app limits the requests of each network.
  if (trustedProxies === 0) limitNetworks(server, maxConnections / 8)
  server.prependListener('request', (request, response) =>
    limitLateBody(request, response, lingerMs),
  )
  // Ignores an unknown Expect header: Node would refuse the request by itself.
  server.on('checkExpectation', (...args) => server.emit('request', ...args))
  forwardUnparsable(server)
  return server
}

/** Closes further connections of a network that has too many open. */
function limitNetworks(server: Server, maxPerNetwork: number): void {
  const counter = createNetworkCounter(maxPerNetwork)
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined) return
    if (counter.add(address)) socket.once('close', () => counter.remove(address))
    else socket.destroy()
  })
}

/** Closes the connections of clients that send or read too slowly, and idle ones. */
export function setConnectionTimeouts(server: Server): void {
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  // Longer than that of usual proxies.
  server.keepAliveTimeout = 65_000
  // For clients that never read their answer. Longer than any request waits for the database.
  server.timeout = 60_000
}

/**
 * An error may be answered before the whole body has arrived. Node then reads and discards the rest, so that
 * the client gets the answer. It would do so without limit.
 */
function limitLateBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers
  if (coding === undefined && length === '0') return
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), lingerMs)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Status codes of Node's parse errors. All others are 400. */
const parseErrorStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Node would answer unparsable requests by itself, and close the connection of a CONNECT: without a log line
 * and the usual headers. This passes both to the app as ordinary requests.
 */
function forwardUnparsable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex: Duplex) => {
    const { code = '' } = error
    const socket = duplex instanceof Socket ? duplex : undefined
    // No answer if the client has disconnected or never sent anything.
    if (!socket?.writable || socket.bytesRead === 0 || isDisconnect(code)) return duplex.destroy()
    const status = parseErrorStatuses[code] ?? 400
    const inFlight = inFlightRequests.get(socket)
    if (inFlight) return rejectRestOfBody(inFlight, status)
    const request = new IncomingMessage(socket)
    request.method = '-'
    parseErrorStatus.set(request, status)
    answer(request)
  })

  server.on('connect', (request: IncomingMessage) => {
    const { socket } = request
    // Node has released the socket: an in-flight response would get no more drain or timeout events.
    if (inFlightRequests.has(socket)) {
      socket.destroy()
      return
    }
    const disconnect = () => socket.destroy()
    socket.on('error', disconnect).on('timeout', disconnect).resume()
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
 * Answers with the error only if a handler still waits for the body. Otherwise the handler works on what has
 * arrived: an answer from here would mix its headers with our status, or report finished work as refused.
 */
function rejectRestOfBody(inFlight: InFlightRequest, status: number): void {
  const { request, response } = inFlight
  const isBodyAwaited = request.listenerCount('data') > 0
  if (request.complete || response.headersSent || !isBodyAwaited) return closeAfter(inFlight)
  response.writeHead(status, { Connection: 'close' }).end()
}

function isDisconnect(code: string): boolean {
  return code === 'HPE_INVALID_EOF_STATE' || !/^HPE_|TIMEOUT$/.test(code)
}

type InFlightRequest = {
  request: IncomingMessage
  response: ServerResponse
  /** Number of further requests that the client has sent meanwhile. */
  pipelined: number
}

/** The request that each connection is answering. It stays here if the connection closes afterwards. */
const inFlightRequests = new WeakMap<Socket, InFlightRequest>()

/** With more pipelined requests the connection is destroyed: Node keeps them all in memory. */
const maxPipelined = 10

/**
 * Ignores the client's further requests: the answer in flight announces the close, then closes the
 * connection.
 */
function closeAfter(inFlight: InFlightRequest): void {
  const { response } = inFlight
  const { socket } = inFlight.request
  inFlight.pipelined += 1
  if (inFlight.pipelined > maxPipelined) socket.destroy()
  if (inFlight.pipelined > 1) return
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket.destroySoon())
}

/**
 * Answers one request per connection at a time. Node would start all pipelined requests, but report a
 * disconnect only to the first: files would stay open forever and requests have no log line. So pipelined
 * requests are dropped, and the connection closes after the answer in flight. No browser and no proxy
 * pipelines.
 */
export function rejectPipelining(answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const previous = inFlightRequests.get(socket)
    if (previous) return closeAfter(previous)
    const inFlight = { request, response, pipelined: 0 }
    inFlightRequests.set(socket, inFlight)
    response.once('close', () => {
      // With pipelined requests the connection closes, so the entry stays and no further request starts.
      if (inFlight.pipelined === 0) inFlightRequests.delete(socket)
    })
    return answer(request, response)
  }
}
