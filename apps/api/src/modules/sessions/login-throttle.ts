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
  /** Counts an attempt at the account with this token version. Throws 429 if it exceeds a limit. */
  begin: (version: number | undefined) => Promise<Attempt>
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
  account: string
  /** Limits of failed attempts that a success sets back to zero. */
  resetOnSuccess: readonly Counter[]
  /** Limits of failed attempts that other accounts share. */
  refundOnSuccess?: readonly Counter[]
  successes: SuccessCounter
  onSuccess?: () => Promise<unknown>
}

/** Takes a point from every counter, or from none if one of them is exhausted. */
async function beginAttempt(options: AttemptOptions): Promise<Attempt> {
  const { account, resetOnSuccess, refundOnSuccess = [], successes, onSuccess } = options
  const counters = [...refundOnSuccess, ...resetOnSuccess]

  async function withdraw(): Promise<void> {
    await Promise.all(counters.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeed(): Promise<void> {
    await Promise.all([
      ...refundOnSuccess.map(([limiter, key]) => limiter.reward(key)),
      ...resetOnSuccess.map(([limiter, key]) => limiter.delete(key)),
      successes.add(account),
      onSuccess?.(),
    ])
  }

  await successes.assertBelowLimit(account)
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
  assertBelowLimit: (account: string) => Promise<void>
  add: (account: string) => Promise<unknown>
}

/**
 * Counts an account's sign-ins and password changes. Each takes a part of a second of this process's time, so
 * this process counts them in memory. Tests that sign in again and again stay below the limit.
 */
export function createSuccessCounter(): SuccessCounter {
  const points = 1000
  const limiter = new RateLimiterMemory({ points, duration: 15 * minute })
  return {
    async assertBelowLimit(account) {
      const count = await limiter.get(account)
      if (count && count.consumedPoints >= points) {
        throw tooMany('sign-ins and password changes', count.msBeforeNext)
      }
    },
    add: (account) => limiter.penalty(account),
  }
}

type LoginCaller = { email: string; address: string; device: Device | undefined }

export type LoginThrottle = {
  admit: (caller: LoginCaller) => Promise<Admission>
}

/**
 * Counts failed logins by account and network. After a successful login from a network or a browser, only the
 * count of the account there applies. An attacker elsewhere, or a colleague behind the same address, cannot lock
 * the user out. A browser that signed in before has its own count, because strangers may share its address.
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
  const known = createLimiter(pool, 'known', { points: 1, duration: 90 * day })
  const isKnownPair = createKeyLookup(pool)

  async function admit({ email, address, device }: LoginCaller): Promise<Admission> {
    const account = accountKey(email)
    const networks = networksOf(address)
    const networkPair = pairOf(account, networks[0])
    const isKnownNetwork = await isKnownPair(known.getKey(networkPair))
    const deviceVersion = device?.versionFor(email)
    const devicePair = keyOf(account, 'device', device?.id ?? '')

    function begin(version: number | undefined): Promise<Attempt> {
      // A former password proves nothing, so its thief gets no attempts of a known browser.
      const isKnownDevice = deviceVersion !== undefined && deviceVersion === version
      const resetOnSuccess: Counter[] = [[pairs, isKnownDevice ? devicePair : networkPair]]
      const refundOnSuccess: Counter[] = []
      if (!isKnownDevice && !isKnownNetwork) {
        resetOnSuccess.push([accounts, account])
        for (const [index, limiter] of networkLimits.entries()) {
          const network = networks[index]
          if (network !== undefined) refundOnSuccess.push([limiter, keyOf(network)])
        }
      }
      const onSuccess = () => known.set(networkPair, 1, 90 * day)
      return beginAttempt({ account, resetOnSuccess, refundOnSuccess, successes, onSuccess })
    }

    const knownFrom = deviceVersion !== undefined ? devicePair : networkPair
    const isKnown = isKnownNetwork || deviceVersion !== undefined
    return {
      caller: isKnown ? { account, knownFrom } : { account, unknownNetworks: networks },
      begin,
    }
  }

  return { admit }
}

/**
 * Looks up keys of login_throttle, with one query at a time for all callers that wait. So an attack of many
 * networks takes one connection. A key counts as missing if the table cannot be read.
 */
function createKeyLookup(pool: Pool): (key: string) => Promise<boolean> {
  let next: { keys: string[]; found: Promise<Set<string>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function read(keys: string[]): Promise<Set<string>> {
    next = undefined
    const { rows } = await pool.query<{ key: string }>({
      name: 'find-login-throttle',
      text: `select key from login_throttle where key = any($1) and expire > $2`,
      values: [keys, Date.now()],
    })
    return new Set(rows.map(({ key }) => key))
  }

  return async (key) => {
    if (!next) {
      const keys: string[] = []
      const found = last.then(() => read(keys)).catch(() => new Set<string>())
      next = { keys, found }
      last = found
    }
    next.keys.push(key)
    return (await next.found).has(key)
  }
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
    const account = accountKey(email)
    const resetOnSuccess: Counter[] = [
      [sessions, sessionKey],
      [accounts, userKey],
    ]
    return {
      caller: { account, knownFrom: sessionKey },
      begin: () => beginAttempt({ account, resetOnSuccess, successes }),
    }
  }

  return { admit }
}
