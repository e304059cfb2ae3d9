import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Env } from '#src/env'
import { AppError } from '#src/errors'

export type HostSettings = Pick<
  Env,
  'TRUST_PROXY' | 'HOST' | 'METRICS_HOST' | 'SITE_ADDRESS' | 'ALLOWED_HOSTS'
>

/** Throws 400 for a request to a host that is not Stockie's. The target is that of the request line. */
export type HostCheck = (request: IncomingMessage, target?: string) => void

/**
 * Accepts IP addresses, localhost and the configured names. Otherwise another website could point its own name
 * at this machine (DNS rebinding), and browsers in the shop's network would let its scripts read the answers.
 */
export function createHostCheck(settings: HostSettings): HostCheck {
  const names = listNames(settings)
  const trustedProxies = settings.TRUST_PROXY
  // The common case: browsers use the same name again and again.
  let lastKnown: string | undefined

  function assertKnown(authority: string): void {
    if (authority === lastKnown) return
    const name = hostOf(authority)
    if (!isAddressOrLocalhost(name) && !names.has(name)) throw unknownHost()
    lastKnown = authority
  }

  return (request, target = request.url ?? '') => {
    const { host } = request.headers
    if (hasSeveralHosts(request)) {
      throw new AppError('malformed', 'The request must have only one Host header.')
    }
    // Only HTTP 1.0 needs no Host header, and no browser sends that.
    if (host !== undefined) assertKnown(host)
    if (!target.startsWith('/')) {
      const authority = /^https?:\/\/(?:[^/?#\\]*@)?([^/?#\\]+)/i.exec(target)?.[1]
      if (authority !== undefined) assertKnown(authority)
    }
    const reported = reportedHost(request, trustedProxies)
    if (reported !== undefined) assertKnown(reported)
  }
}

function unknownHost(): AppError {
  return new AppError(
    'malformed',
    "Stockie does not answer under this host name. If it is the shop's own name, add it to ALLOWED_HOSTS in .env and start Stockie again. Otherwise open Stockie by its IP address.",
  )
}

/** Node keeps only the first of several Host headers. A proxy may have judged another one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The host without its port, as it is compared: lower case, no dot at its end. Empty if it is none. */
function hostOf(authority: string): string {
  const end = authority.startsWith('[') ? authority.indexOf(']') + 1 : authority.indexOf(':')
  const [host, port] = end < 0 ? [authority, ''] : [authority.slice(0, end), authority.slice(end)]
  if (!/^(?::\d*)?$/.test(port)) return ''
  return host.toLowerCase().replace(/\.$/, '')
}

function isAddressOrLocalhost(host: string): boolean {
  return (
    host === 'localhost' ||
    isIPv4(host) ||
    (host.startsWith('[') && isIPv6(host.slice(1, -1))) ||
    /^[\w.-]+\.localhost$/.test(host)
  )
}

function listNames({ HOST, METRICS_HOST, ...site }: HostSettings): Set<string> {
  return new Set([...toHosts([HOST, METRICS_HOST]), ...listSiteNames(site)])
}

/** The names in SITE_ADDRESS and ALLOWED_HOSTS. */
export function listSiteNames({
  SITE_ADDRESS,
  ALLOWED_HOSTS = '',
}: Pick<Env, 'SITE_ADDRESS' | 'ALLOWED_HOSTS'>): string[] {
  // Caddy also accepts https://shop.example:8443 and several addresses.
  const sites = SITE_ADDRESS.split(/[\s,]+/).map((site) =>
    hostOf(site.replace(/^https?:\/\//i, '').replace(/\/.*/, '')),
  )
  return toHosts([...ALLOWED_HOSTS.split(/[\s,]+/), ...sites])
}

/** Browsers write a name such as müller.example as xn--mller-kva.example. */
function toHosts(names: string[]): string[] {
  return names.map((name) => hostOf(domainToASCII(name))).filter(Boolean)
}

/** The host that the browser asked the outermost trusted proxy for, if the proxies report it. */
function reportedHost({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const reported = trustedProxies > 0 ? headers['x-forwarded-host'] : undefined
  if (!reported) return undefined
  const hosts = String(reported).split(',')
  // Some proxies replace the header, and others append to what the caller sent.
  return hosts[Math.max(0, hosts.length - trustedProxies)]?.trim()
}

/** Throws 403 if the page of another website sends the request. Programs other than browsers name no origin. */
export function assertOwnOrigin(request: IncomingMessage, trustedProxies: number): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  // Some versions of Firefox hide the origin of Stockie's own page, because of our Referrer-Policy. No page can
  // set Sec-Fetch-Site itself.
  if (origin === 'null' && request.headers['sec-fetch-site'] === 'same-origin') return
  const asked = reportedHost(request, trustedProxies) ?? host
  if (asked !== undefined && isOriginOf(asked, origin)) return
  throw new AppError(
    'forbidden',
    "Another website sent this sign-in. Sign in on Stockie's own page. If Stockie is behind a proxy, the proxy must pass on the Host header, with its port.",
  )
}

/** Also compares the ports: another program on the same machine has another origin. */
function isOriginOf(host: string, origin: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  // Parsed as well, because a URL omits the default port of its protocol.
  const own = `${protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === originHost
}
