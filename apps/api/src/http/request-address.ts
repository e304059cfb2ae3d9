import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { resourcePaths } from '@stockie/contracts'
import proxyAddress from 'proxy-addr'
import { AppError } from '#src/errors'

/** A browser would make the name of a host of two slashes, and a slash of a backslash. */
const plain = /^\/(?!\/)[^?#\\]*(?:\?[^#]*)?$/

/**
 * The path that a request asks for, with its query; undefined where that is none. Express would find one in more than
 * this, and whoever guards, logs or counts another: so it is read once, before any of them. A request may name
 * the whole address, as it does to a proxy, and a fragment that is not meant for us.
 */
export function readAddress(url = ''): string | undefined {
  if (url === '') return undefined
  // As nearly every one is.
  if (plain.test(url)) return url
  const address = url
    .replace(/^https?:\/\/[^/?#\\]+/i, '')
    .replace(/#.*/, '')
    // A host alone is asked for its first page.
    .replace(/^(?=\?|$)/, '/')
  return plain.test(address) ? address : undefined
}

/** Refuses what no address could be read of, and what does not say which host it is for. */
export function assertRequestTarget({ url, httpVersion, headers }: IncomingMessage): void {
  if (url === '') throw new AppError('malformed', 'The address must be a plain path.')
  if (httpVersion === '1.1' && headers.host === undefined) {
    throw new AppError('malformed', 'The request must name its host.')
  }
}

/**
 * Whence a call comes: as the last proxy of our own tells it, and not as the caller claims. What is no address is not
 * believed, and then it is the neighbour's.
 */
export function callerAddress(request: IncomingMessage, trustedProxies: number): string {
  const neighbour = request.socket.remoteAddress ?? ''
  const told = proxyAddress(request, (_address, distance) => distance < trustedProxies)
  return isIP(told) > 0 ? told : neighbour
}

/** What may be asked and holds no text of anybody's. */
const harmless = `(?:(?:start|end)Date=\\d{4}-\\d\\d-\\d\\d|page(?:Size)?=\\d{1,7}|resource=(?:${resourcePaths.join('|')}))`
const shown = new RegExp(`^${harmless}$`)
const allShown = new RegExp(`^${harmless}(?:&${harmless})*$`)

/** Longer than any of ours. A head may have 16 KB of it, and strangers would fill the disk with the log. */
const longest = 200

/**
 * An address as it stands in the log: its path, and what is known to be harmless of its query. A page's holds what
 * somebody searched for, and into that of a call anybody may write a password; * stands for all of it.
 */
export function loggedAddress(address: string): string {
  const logged = withoutText(address)
  return logged.length > longest ? `${logged.slice(0, longest)}...` : logged
}

function withoutText(address: string): string {
  const queryAt = address.indexOf('?')
  if (queryAt < 0) return address
  const query = address.slice(queryAt + 1)
  // As nearly every one is.
  if (allShown.test(query)) return address
  const asked = query.split('&')
  const told = asked.filter((one) => shown.test(one))
  if (told.length < asked.length) told.push('*')
  return `${address.slice(0, queryAt)}?${told.join('&')}`
}
