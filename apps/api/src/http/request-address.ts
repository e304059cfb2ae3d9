import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import proxyAddress from 'proxy-addr'
import { AppError } from '#src/errors'

/** A browser reads '//' as the start of a host name and a backslash as a slash, so neither is allowed. */
const plain = /^\/(?!\/)[^?#\\]*(?:\?[^#]*)?$/

/**
 * Returns the path and query of a request's URL, or undefined if it has no plain path. Accepts an absolute
 * URL, as clients send it to a proxy, and drops the fragment. The app parses the URL once, for everything
 * that routes, guards, logs or counts, because Express and other parsers disagree about unusual URLs.
 */
export function readAddress(url = ''): string | undefined {
  if (url === '') return undefined
  // The common case.
  if (plain.test(url)) return url
  const address = url
    .replace(/^https?:\/\/[^/?#\\]+/i, '')
    .replace(/#.*/, '')
    // A URL without a path means the root.
    .replace(/^(?=\?|$)/, '/')
  return plain.test(address) ? address : undefined
}

/** Throws 400 for a request without a readable path or, in HTTP 1.1, without a Host header. */
export function assertRequestTarget({ url, httpVersion, headers }: IncomingMessage): void {
  if (url === '') throw new AppError('malformed', 'The address must be a plain path.')
  if (httpVersion === '1.1' && headers.host === undefined) {
    throw new AppError('malformed', 'The request must have a Host header.')
  }
}

/**
 * The caller's address as the outermost trusted proxy reports it. Ignores what the caller itself puts into
 * X-Forwarded-For, and falls back to the socket's address if the result is no valid IP address.
 */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const socketAddress = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return socketAddress
  const reported = proxyAddress(request, (_address, distance) => distance < trustedProxies)
  return isIP(reported) > 0 ? reported : socketAddress
}

/** The part of an address that a caller cannot choose: an IPv4 address, or an IPv6 /64 network. */
export function networkOf(address: string): string {
  return networksOf(address)[0]
}

/**
 * The networks that one customer of a provider may have, from small to large: an IPv4 address, or the IPv6
 * networks /64, /56 and /48.
 */
export function networksOf(address: string): [network: string, ...larger: string[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return [mapped]
  if (!isIPv6(address)) return [address]
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const [a = 0, b = 0, c = 0, d = 0] = groups.map((group) => Number.parseInt(group, 16))
  const site = [a, b, c].map((group) => group.toString(16)).join(':')
  return [`${site}:${d.toString(16)}`, `${site}:${(d & 0xff00).toString(16)}/56`, site]
}

/** Whether the browser's connection is encrypted, as the outermost trusted proxy reports it. */
export function isEncrypted(request: IncomingMessage, trustedProxies: number): boolean {
  const reported = trustedProxies > 0 ? request.headers['x-forwarded-proto'] : undefined
  return reported !== undefined && /^\s*https\s*(,|$)/.test(String(reported))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach the address, or have it. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true
  const version = isIP(address)
  return version > 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
