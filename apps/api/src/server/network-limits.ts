import type { Server } from 'node:http'
import { isLoopback, networksOf } from '#src/http/request-address'

/**
 * Open connections of one network. A browser opens six to a server, so this is enough for 80 browsers behind
 * one address, and an attacker needs eight networks to take all connections.
 */
const maxPerNetwork = 500

/** A provider gives its customers up to a /48 of IPv6, so one of them may have 65,536 networks. */
const maxPerSite = 2 * maxPerNetwork

type NetworkCounter = {
  /** Counts a connection. Returns false, and counts nothing, if its network has too many. */
  add: (address: string) => boolean
  remove: (address: string) => void
}

/** Counts open connections by IPv4 address, or by IPv6 network (/64) and site (/48). */
export function createNetworkCounter(): NetworkCounter {
  const open = new Map<string, number>()
  const countOf = (network: string) => open.get(network) ?? 0

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

function limitsOf(address: string): [network: string, limit: number][] {
  const [network, ...larger] = networksOf(address)
  const site = larger.at(-1)
  const own: [string, number] = [network, maxPerNetwork]
  return site === undefined ? [own] : [own, [site, maxPerSite]]
}

/**
 * Closes further connections of a network that has too many open. This machine itself has no such limit. Behind
 * a proxy there is none either: all callers share the proxy's connections.
 */
export function limitNetworks(server: Server, trustedProxies: number): void {
  if (trustedProxies > 0) return
  const counter = createNetworkCounter()
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isLoopback(address)) return
    if (counter.add(address)) socket.once('close', () => counter.remove(address))
    else socket.destroy()
  })
}
