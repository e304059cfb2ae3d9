import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from 'proxy-addr'

/**
 * Whence a call comes: as the last proxy of our own tells it, and not as the caller claims. What is no address is not
 * believed, and then it is the neighbour's.
 */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const neighbour = request.socket.remoteAddress ?? ''
  const told = proxyAddress(request, (_address, distance) => distance < trustedProxies)
  return isIP(told) > 0 ? told : neighbour
}
