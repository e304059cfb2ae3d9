import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#src/errors'
import { networksOf } from '#src/http/request-address'
import type { Device } from '#src/security/devices'
import type { SignInCaller } from '#src/security/sign-in-queue'
import type { TokenClaim } from '#src/security/tokens'

export type Admission = {
  /** The caller, for the queue of passwords. */
  caller: SignInCaller
  /** Counts an attempt, before the comparison. Throws 429 if the attempt exceeds a limit. */
  begin: () => Promise<Attempt>
}

/** Counted when it begins, so that concurrent attempts cannot exceed the limit. */
export type Attempt = {
  /** After a right password: refunds the attempt and resets the counters of the account. */
  succeed: () => Promise<void>
  /** If no password was compared: refunds the attempt. */
  withdraw: () => Promise<void>
}

type Counter = [limiter: RateLimiterPostgres, key: string]

type AttemptOptions = {
  caller: SignInCaller
  /** The limits of failed attempts of this account. A success resets them. */
  own: readonly Counter[]
  /** The limits of failed attempts that other accounts share. */
  shared?: readonly Counter[]
  successes: SuccessCounter
  onSuccess?: () => Promise<unknown>
}

/** Takes a point from every counter, or from none if one of them is exhausted. */
async function beginAttempt(options: AttemptOptions): Promise<Attempt> {
  const { caller, own, shared = [], successes, onSuccess } = options
  const counters = [...shared, ...own]

  async function withdraw(): Promise<void> {
    await Promise.all(counters.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeed(): Promise<void> {
    await Promise.all([
      ...shared.map(([limiter, key]) => limiter.reward(key)),
      ...own.map(([limiter, key]) => limiter.delete(key)),
      successes.add(caller),
      onSuccess?.(),
    ])
  }

  await successes.assertFew(caller)
  const taken = await Promise.allSettled(counters.map(([limiter, key]) => limiter.consume(key)))
  const refusal = taken.find((result) => result.status === 'rejected')
  if (!refusal) return { succeed, withdraw }
  await withdraw()
  const { reason } = refusal
  throw reason instanceof RateLimiterRes ? tooMany('failed attempts', reason.msBeforeNext) : reason
}

function tooMany(what: string, msBeforeNext: number): AppError {
  const seconds = msBeforeNext / 1000
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return new AppError(
    'too_many',
    `Too many ${what}. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
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

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export type SuccessCounter = {
  /** Throws 429 if the account had too many. */
  assertFew: (caller: SignInCaller) => Promise<void>
  add: (caller: SignInCaller) => Promise<unknown>
}

/**
 * Counts an account's sign-ins and password changes. Each takes a part of a second of this process's time, so
 * this process counts them in memory. Tests that sign in again and again stay below the limit.
 */
export function createSuccessCounter(): SuccessCounter {
  const points = 1000
  const limiter = new RateLimiterMemory({ points, duration: 15 * minute })
  return {
    async assertFew({ account }) {
      const count = await limiter.get(account)
      if (count && count.consumedPoints >= points) {
        throw tooMany('sign-ins and password changes', count.msBeforeNext)
      }
    },
    add: ({ account }) => limiter.penalty(account),
  }
}

type LoginCaller = { email: string; address: string; device: Device | undefined }

export type LoginThrottle = {
  admit: (caller: LoginCaller) => Promise<Admission>
}

/**
 * Counts failed logins in three ways. After a successful login from a network or a browser, only the first one
 * applies to that account there. An attacker elsewhere, or a colleague behind the same address, cannot lock the
 * user out. A browser that signed in before has its own count, because strangers may share its address.
 */
export function createLoginThrottle(pool: Pool, successes: SuccessCounter): LoginThrottle {
  /** One account from one network or browser. */
  const pairs = createLimiter(pool, 'pair', { points: 5, duration: 15 * minute })
  /** One account from all networks that are unknown to it. */
  const accounts = createLimiter(pool, 'account', { points: 20, duration: hour })
  /** One network, for all accounts that it is unknown to. A whole shop may share its address. */
  const networkLimits = [
    createLimiter(pool, 'network', { points: 100, duration: 15 * minute }),
    // The larger IPv6 networks: a provider gives a customer up to a /48.
    createLimiter(pool, 'network56', { points: 200, duration: 15 * minute }),
    createLimiter(pool, 'network48', { points: 400, duration: 15 * minute }),
  ]
  const knownPairs = createKnownPairs(pool)

  async function admit({ email, address, device }: LoginCaller): Promise<Admission> {
    const account = accountKey(email)
    const networks = networksOf(address)
    const networkPair = pairOf(account, networks[0])
    const isKnownDevice = device?.isKnownTo(email) ?? false
    const pair = isKnownDevice && device ? keyOf(account, 'device', device.id) : networkPair
    const isKnown = isKnownDevice || (await knownPairs.has(networkPair))
    const caller = isKnown ? { account } : { account, unknownNetworks: networks }
    const own: Counter[] = [[pairs, pair]]
    const shared: Counter[] = []
    if (!isKnown) {
      own.push([accounts, account])
      for (const [index, limiter] of networkLimits.entries()) {
        const network = networks[index]
        if (network !== undefined) shared.push([limiter, keyOf(network)])
      }
    }
    const onSuccess = () => knownPairs.add(networkPair)
    return { caller, begin: () => beginAttempt({ caller, own, shared, successes, onSuccess }) }
  }

  return { admit }
}

type KnownPairs = { has: (pair: string) => Promise<boolean>; add: (pair: string) => Promise<void> }

/**
 * The networks that an account signed in from, in the last 90 days. Keeps them in memory, so that an attack of
 * many networks causes one query a second instead of one for each attempt.
 */
function createKnownPairs(pool: Pool): KnownPairs {
  const limiter = createLimiter(pool, 'known', { points: 1, duration: 90 * day })
  const maxAgeMs = 1000
  let keys = new Set<string>()
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const { rows } = await pool.query<{ key: string }>(
        `select key from login_throttle where key like 'known:%' and expire > $1
         order by expire desc limit 10000`,
        [Date.now()],
      )
      keys = new Set(rows.map(({ key }) => key))
      readAt = performance.now()
    } catch {
      // Whatever keeps this query from running also decides the attempt itself.
    } finally {
      reading = undefined
    }
  }

  async function has(pair: string): Promise<boolean> {
    const key = limiter.getKey(pair)
    if (keys.has(key)) return true
    // Another process may have added it.
    if (performance.now() - readAt > maxAgeMs) await (reading ??= read())
    return keys.has(key)
  }

  async function add(pair: string): Promise<void> {
    keys.add(limiter.getKey(pair))
    await limiter.set(pair, 1, 90 * day)
  }

  return { has, add }
}

/** The key that login_throttle has if the account signed in from the network in the last 90 days. */
export function knownNetworkKey(email: string, network: string): string {
  return `known:${pairOf(accountKey(email), network)}`
}

function pairOf(account: string, network: string): string {
  return keyOf(account, keyOf(network))
}

function accountKey(email: string): string {
  return keyOf(email.toLowerCase())
}

/** A hash, so that the table contains no e-mail and no address. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

export type PasswordThrottle = { admit: (claim: TokenClaim, email: string) => Admission }

/**
 * Counts wrong current passwords by session: a thief with one stolen token cannot keep the user from changing
 * the password in another session. Also counts by account, in case many tokens are stolen.
 */
export function createPasswordThrottle(pool: Pool, successes: SuccessCounter): PasswordThrottle {
  const duration = 15 * minute
  const sessions = createLimiter(pool, 'session', { points: 5, duration })
  const accounts = createLimiter(pool, 'password', { points: 20, duration })

  function admit({ userId, session }: TokenClaim, email: string): Admission {
    const sessionKey = session.toString('base64url')
    const userKey = String(userId)
    const own: Counter[] = [
      [sessions, sessionKey],
      [accounts, userKey],
    ]
    const caller = { account: accountKey(email) }
    return { caller, begin: () => beginAttempt({ caller, own, successes }) }
  }

  return { admit }
}
