import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#src/errors'
import { callerAddress, isLoopback, networksOf } from './request-address'

/**
 * Connections or requests of one network at once. A browser opens six connections, so this is enough for 80
 * browsers behind one address, and an attacker needs eight networks to take all connections.
 */
const defaultLimit = 500

export type NetworkCounter = {
  /** Counts a connection or a request. Returns false, and counts nothing, if its network has too many. */
  add: (address: string) => boolean
  remove: (address: string) => void
}

/** Counts by IPv4 address, or by IPv6 network (/64) and site (/48). This machine itself has no limit. */
export function createNetworkCounter(maxPerNetwork = defaultLimit): NetworkCounter {
  const open = new Map<string, number>()
  const countOf = (network: string) => open.get(network) ?? 0

  function limitsOf(address: string): [network: string, limit: number][] {
    if (isLoopback(address)) return []
    const [network, ...larger] = networksOf(address)
    const site = larger.at(-1)
    const own: [string, number] = [network, maxPerNetwork]
    // A provider gives its customers up to a /48 of IPv6, so one of them may have 65,536 networks.
    return site === undefined ? [own] : [own, [site, 2 * maxPerNetwork]]
  }

  function add(address: string): boolean {
    const limits = limitsOf(address)
    if (limits.some(([network, limit]) => countOf(network) >= limit)) return false
    for (const [network] of limits) open.set(network, countOf(network) + 1)
    return true
  }

  function remove(address: string): void {
    for (const [network] of limitsOf(address)) {
      const count = countOf(network) - 1
      if (count > 0) open.set(network, count)
      else open.delete(network)
    }
  }

  return { add, remove }
}

/** Counts a request until its answer is sent. Throws 429 if its network has too many in flight. */
export type RequestLimit = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Limits the requests of each network behind the trusted proxies, which share the proxy's connections. Without
 * a proxy there is no such limit: a connection has one request in flight, and the connections are counted.
 */
export function createRequestLimit(trustedProxies: number): RequestLimit {
  if (trustedProxies === 0) return () => {}
  const counter = createNetworkCounter()
  return (request, response) => {
    const address = callerAddress(request, trustedProxies)
    if (counter.add(address)) {
      response.once('close', () => counter.remove(address))
      return
    }
    // A body that has not arrived would hold the proxy's connection for longer than its answer.
    response.once('finish', () => {
      if (!request.complete) request.socket.destroySoon()
    })
    throw new AppError(
      'too_many',
      'Your network has too many unanswered requests. Try again in a few seconds.',
      { retryAfter: 5 },
    )
  }
}
