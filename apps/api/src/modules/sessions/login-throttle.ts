import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#src/errors'
import type { TokenClaim } from '#src/security/tokens'

/** An attempt counts from its beginning, so that a thousand at once are no way around the limit. */
export type Attempt = {
  /** The password was right: it counts as no failure, and what is counted of whoever knows it begins anew. */
  succeeded: () => Promise<void>
  /** It never came to a comparison: it does not count. */
  withdrawn: () => Promise<void>
}

type Counter = [limiter: RateLimiterPostgres, key: string]

/** Takes a point of each counter; of none where one of them refuses. */
async function beginAttempt(
  counters: readonly Counter[],
  beginAnew: () => Promise<unknown>,
): Promise<Attempt> {
  const taken: Counter[] = []

  async function withdrawn(): Promise<void> {
    await Promise.all(taken.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeeded(): Promise<void> {
    await withdrawn()
    await beginAnew()
  }

  try {
    for (const counter of counters) {
      taken.push(counter)
      await take(counter)
    }
  } catch (refusal) {
    await withdrawn()
    throw refusal
  }
  return { succeeded, withdrawn }
}

/** Takes one point, or refuses with the time after which there is one again. */
async function take([limiter, key]: Counter): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = refusal.msBeforeNext / 1000
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    throw new AppError(
      'too_many',
      `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfter: seconds },
    )
  }
}

/** A counter in PostgreSQL, shared by every process; in memory while its table cannot be reached. */
function createLimiter(
  pool: Pool,
  name: string,
  limit: { points: number; duration: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_throttle',
    tableCreated: true,
    keyPrefix: name,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, ...limit }),
    ...limit,
  })
}

export type LoginThrottle = { begin: (email: string, address: string) => Promise<Attempt> }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Failed logins are counted three ways. Once an account has been signed in to from a network, only
 * the first counts there: neither a stranger who attacks the account from elsewhere nor a colleague
 * who mistypes behind the same address locks anybody out.
 */
export function createLoginThrottle(pool: Pool): LoginThrottle {
  /** One account from one network. */
  const pairs = createLimiter(pool, 'pair', { points: 5, duration: 15 * minute })
  /** One account from all the networks that it does not know. */
  const accounts = createLimiter(pool, 'account', { points: 20, duration: hour })
  /** One network, over all accounts that do not know it. A whole shop may stand behind it. */
  const networks = createLimiter(pool, 'network', { points: 100, duration: 15 * minute })
  const known = createLimiter(pool, 'known', { points: 1, duration: 90 * day })

  async function begin(email: string, address: string): Promise<Attempt> {
    const account = keyOf(email.toLowerCase())
    const network = keyOf(networkOf(address))
    const pair = keyOf(account, network)
    const isKnown = (await known.get(pair)) !== null
    const counters: Counter[] = isKnown
      ? [[pairs, pair]]
      : [
          [networks, network],
          [accounts, account],
          [pairs, pair],
        ]
    return beginAttempt(counters, async () => {
      await pairs.delete(pair)
      if (!isKnown) await accounts.delete(account)
      await known.set(pair, 1, 90 * day)
    })
  }

  return { begin }
}

/** The table keeps no e-mail and no address. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

export type PasswordThrottle = { begin: (claim: TokenClaim) => Promise<Attempt> }

const duration = 15 * 60

/**
 * Wrong present passwords are counted by session, so that whoever has one stolen token cannot keep its owner
 * from changing the password by another; and by account, so that many stolen ones are no way around that.
 */
export function createPasswordThrottle(pool: Pool): PasswordThrottle {
  const sessions = createLimiter(pool, 'session', { points: 5, duration })
  const accounts = createLimiter(pool, 'password', { points: 20, duration })

  async function begin({ userId, session }: TokenClaim): Promise<Attempt> {
    const one = session.toString('base64url')
    const all = String(userId)
    return beginAttempt(
      [
        [sessions, one],
        [accounts, all],
      ],
      () => Promise.all([sessions.delete(one), accounts.delete(all)]),
    )
  }

  return { begin }
}

/** What a caller cannot change at will: an IPv4 address, or the /64 that an IPv6 line is given. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
