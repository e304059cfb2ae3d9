import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#src/errors'
import { networkOf } from '#src/http/request-address'
import type { TokenClaim } from '#src/security/tokens'

/** Counted when it starts, so that concurrent attempts cannot exceed the limit. */
export type Attempt = {
  /** After a right password: refunds the attempt and resets the counters of the account. */
  succeed: () => Promise<void>
  /** If no password was compared: refunds the attempt. */
  withdraw: () => Promise<void>
}

type Counter = [limiter: RateLimiterPostgres, key: string]

/** Takes a point from every counter, or from none if one of them is exhausted. */
async function beginAttempt(
  counters: readonly Counter[],
  resetCounters: () => Promise<unknown>,
): Promise<Attempt> {
  const takenCounters: Counter[] = []

  async function withdraw(): Promise<void> {
    await Promise.all(takenCounters.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeed(): Promise<void> {
    await withdraw()
    await resetCounters()
  }

  try {
    for (const counter of counters) {
      takenCounters.push(counter)
      await take(counter)
    }
  } catch (error) {
    await withdraw()
    throw error
  }
  return { succeed, withdraw }
}

/** Takes one point, or throws 429 with the time until the next point. */
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

/** A counter in PostgreSQL, shared by all processes. Counts in memory while the table cannot be reached. */
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
 * Counts failed logins in three ways. After a successful login from a network, only the first one applies to
 * that account there. An attacker elsewhere, or a colleague behind the same address, cannot lock the user
 * out.
 */
export function createLoginThrottle(pool: Pool): LoginThrottle {
  /** One account from one network. */
  const pairs = createLimiter(pool, 'pair', { points: 5, duration: 15 * minute })
  /** One account from all networks that are unknown to it. */
  const accounts = createLimiter(pool, 'account', { points: 20, duration: hour })
  /** One network, for all accounts that it is unknown to. A whole shop may share its address. */
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

/** A hash, so that the table contains no e-mail and no address. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

export type PasswordThrottle = { begin: (claim: TokenClaim) => Promise<Attempt> }

const duration = 15 * 60

/**
 * Counts wrong current passwords by session: a thief with one stolen token cannot keep the user from changing
 * the password in another session. Also counts by account, in case many tokens are stolen.
 */
export function createPasswordThrottle(pool: Pool): PasswordThrottle {
  const sessions = createLimiter(pool, 'session', { points: 5, duration })
  const accounts = createLimiter(pool, 'password', { points: 20, duration })

  async function begin({ userId, session }: TokenClaim): Promise<Attempt> {
    const sessionKey = session.toString('base64url')
    const accountKey = String(userId)
    return beginAttempt(
      [
        [sessions, sessionKey],
        [accounts, accountKey],
      ],
      () => Promise.all([sessions.delete(sessionKey), accounts.delete(accountKey)]),
    )
  }

  return { begin }
}
