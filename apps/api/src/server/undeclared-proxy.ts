import type { IncomingMessage } from 'node:http'
import type { Pool } from 'pg'
import type { ProxyCheck } from '#src/http/entry/request-gate'
import { asRead } from '#src/database/pool/deadline-pool'
import type { Env } from '#src/env'
import { AppError } from '#src/errors'
import { findKnownLogins } from '#src/modules/users/known-logins'
import { formatCommandHint, isImage } from './console'
import { describeRemedy, type Exposure, isReachableFromOutside } from './network-exposure'

/** Apache, Caddy, HAProxy, Traefik, and tunnels to the internet send one of these, or X-Forwarded-For. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip']
/** With a balancer they prove nothing: it may set them itself. That of docker-compose.cluster.yml deletes them. */
const forwardedHeaders = ['x-forwarded-host', 'x-forwarded-proto']

/**
 * By default, nginx sends none of these headers. Before 1.29.7 it sends HTTP 1.0, which browsers have not sent
 * for decades. HAProxy passes that version on. Later proxies are not recognized.
 */
function isFromProxy({ headers, httpVersion }: IncomingMessage, balancers: number): boolean {
  const names = balancers > 0 ? proxyHeaders : [...proxyHeaders, ...forwardedHeaders]
  return (
    httpVersion === '1.0' ||
    names.some((name) => headers[name] !== undefined) ||
    // Each balancer adds one entry.
    countForwarders(headers) > balancers
  )
}

function countForwarders(headers: IncomingMessage['headers']): number {
  const forwarders = headers['x-forwarded-for']
  return forwarders === undefined ? 0 : String(forwarders).split(',').length
}

type Options = {
  env: Exposure & Pick<Env, 'isSeedChosen'>
  pool: Pick<Pool, 'query'>
  /** Tells the owner. */
  warn: (line: string) => void
}

/** How long an answer of the database is remembered: any number of callers costs one query a second. */
const freshMs = 1_000

/**
 * By its settings, only this machine can reach Stockie, so the start accepted accounts with a public password.
 * A request that a proxy sent shows that others can reach it too. It is refused while there are such accounts.
 */
export function createProxyCheck({ env, pool, warn }: Options): ProxyCheck | undefined {
  const { BALANCERS = 0 } = env
  if (env.isSeedChosen || isReachableFromOutside(env)) return undefined
  let checking: Promise<string[]> | undefined
  const warned = new Set<string>()

  function warnOnce(kind: string, line: string): void {
    if (!warned.has(kind)) warn(line)
    warned.add(kind)
  }

  async function listEmails(): Promise<string[]> {
    try {
      return (await asRead(() => findKnownLogins(pool))).accounts.map(({ email }) => email)
    } finally {
      setTimeout(() => (checking = undefined), freshMs).unref()
    }
  }

  async function refuseIfKnown(): Promise<void> {
    const emails = await (checking ??= listEmails())
    if (emails.length === 0) return warnOnce('undeclared', undeclaredWarning)
    warnOnce(
      'refused',
      `A proxy sent a request of another machine, and these accounts still have the public password of the demo: ${emails.join(', ')}. Stockie refuses all requests of the proxy. ${describeRemedy()}`,
    )
    throw new AppError('forbidden', refusal)
  }

  return (request) => (isFromProxy(request, BALANCERS) ? refuseIfKnown() : undefined)
}

const undeclaredWarning =
  'A proxy sent a request, but TRUST_PROXY is not set. So the wrong passwords of one caller count for all callers of the proxy. Set TRUST_PROXY=1 and SITE_ADDRESS in .env.'

/** Without the e-mails, because strangers read it. */
const refusal = formatCommandHint(
  `A proxy sent this request, and accounts of this shop still have the public password of the demo. Give them other passwords with npm run users -- password <email>, and set TRUST_PROXY=1.${isImage ? '' : ' To show the demo to others, set STOCKIE_SEED=demo.'}`,
)
