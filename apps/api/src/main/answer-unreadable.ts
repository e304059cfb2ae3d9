import { IncomingMessage, ServerResponse, type Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { statusOfUnreadable } from '@/http/status-of-unreadable'
import { callsUnderWay, type Call } from './calls-under-way'
import { closeAfter } from './close-after'

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
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex: Duplex) => {
    const { code = '' } = error
    const socket = duplex instanceof Socket ? duplex : undefined
    // Whoever has hung up, or has never asked anything, hears nothing.
    if (!socket?.writable || socket.bytesRead === 0 || isHangUp(code)) return duplex.destroy()
    const status = statuses[code] ?? 400
    const underWay = callsUnderWay.get(socket)
    if (underWay) return refuseRest(underWay, status)
    const request = new IncomingMessage(socket)
    request.method = '-'
    statusOfUnreadable.set(request, status)
    answer(request)
  })

  server.on('connect', (request: IncomingMessage) => {
    const { socket } = request
    // Node has let go of it: what is under way would never hear that it may write on, nor that it takes too long.
    if (callsUnderWay.has(socket)) {
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
function refuseRest(call: Call, status: number): void {
  const { request, response } = call
  const isAwaited = request.listenerCount('data') > 0
  if (request.complete || response.headersSent || !isAwaited) return closeAfter(call)
  response.writeHead(status, { Connection: 'close' }).end()
}

function isHangUp(code: string): boolean {
  return code === 'HPE_INVALID_EOF_STATE' || !/^HPE_|TIMEOUT$/.test(code)
}
