import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#src/errors'
import { networksOf } from '#src/http/request-address'
import type { Device } from '#src/security/devices'
import type { SignInCaller } from '#src/security/sign-in-queue'
import type { TokenClaim } from '#src/security/tokens'
import { accountKey, keyOf, type KnownNetworks } from './known-networks'

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
  /** After a right password without a code: refunds the attempt, and counts a success that resets nothing. */
  askForCode: () => Promise<void>
}

type Counter = [limiter: RateLimiterPostgres, key: string]

type AttemptOptions = {
  /** Limits of failed attempts that a success sets back to zero. */
  resetOnSuccess: readonly Counter[]
  /** Limits of failed attempts that other accounts share. */
  refundOnSuccess?: readonly Counter[]
  successes: SuccessCount
  onSuccess?: () => Promise<unknown>
}

/** Takes a point from every counter, or from none if one of them is exhausted. */
async function beginAttempt(options: AttemptOptions): Promise<Attempt> {
  const { resetOnSuccess, refundOnSuccess = [], successes, onSuccess } = options
  const counters = [...refundOnSuccess, ...resetOnSuccess]

  async function withdraw(): Promise<void> {
    await Promise.all(counters.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeed(): Promise<void> {
    await Promise.all([
      ...refundOnSuccess.map(([limiter, key]) => limiter.reward(key)),
      ...resetOnSuccess.map(([limiter, key]) => limiter.delete(key)),
      successes.add(),
      onSuccess?.(),
    ])
  }

  async function askForCode(): Promise<void> {
    await Promise.all([withdraw(), successes.add()])
  }

  await successes.assertBelowLimit()
  const taken = await Promise.allSettled(counters.map(([limiter, key]) => limiter.consume(key)))
  const refusal = taken.find((result) => result.status === 'rejected')
  if (!refusal) return { succeed, withdraw, askForCode }
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

/** Far more than test suites that sign in again and again. */
const maxSuccesses = 1000

type SuccessCount = {
  /** Throws 429 if there were too many. */
  assertBelowLimit: () => Promise<void>
  add: () => Promise<unknown>
}

/**
 * Counts successes by key. Each takes a part of a second of this process's time, so this process counts them in
 * memory.
 */
function createSuccessCounter(what: string, points: number): (key: string) => SuccessCount {
  const limiter = new RateLimiterMemory({ points, duration: 15 * minute })
  return (key) => ({
    async assertBelowLimit() {
      const count = await limiter.get(key)
      if (count && count.consumedPoints >= points) throw tooMany(what, count.msBeforeNext)
    },
    add: () => limiter.penalty(key),
  })
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
export function createLoginThrottle(
  pool: Pool,
  knownNetworks: KnownNetworks,
  successLimit = maxSuccesses,
): LoginThrottle {
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
  const countSuccesses = createSuccessCounter('sign-ins', successLimit)

  async function admit({ email, address, device }: LoginCaller): Promise<Admission> {
    const account = accountKey(email)
    const networks = networksOf(address)
    const place = { email, network: networks[0] }
    const known = await knownNetworks.find(place)
    const devicePair = keyOf(account, 'device', device?.id ?? '')

    /** A former password proves nothing, so its thief gets no attempts and no turns of a known browser. */
    function isKnownDevice(version: number | undefined): boolean {
      return version !== undefined && version === device?.versionFor(email)
    }

    function begin(version: number | undefined): Promise<Attempt> {
      const isKnown = isKnownDevice(version)
      const networkPair = keyOf(account, keyOf(place.network))
      const resetOnSuccess: Counter[] = [[pairs, isKnown ? devicePair : networkPair]]
      const refundOnSuccess: Counter[] = []
      // A network also counts after a new password. Otherwise strangers could lock out a user who just got one.
      if (!isKnown && known.versionThere === undefined) {
        resetOnSuccess.push([accounts, account])
        for (const [index, limiter] of networkLimits.entries()) {
          const network = networks[index]
          if (network !== undefined) refundOnSuccess.push([limiter, keyOf(network)])
        }
      }
      // A thief of the password can use up neither the sign-ins of a known browser nor those of a new password.
      const successes = countSuccesses(isKnown ? devicePair : keyOf(account, String(version)))
      const onSuccess = async () =>
        version !== undefined && (await knownNetworks.remember(place, version))
      return beginAttempt({ resetOnSuccess, refundOnSuccess, successes, onSuccess })
    }

    function toQueueCaller(): SignInCaller {
      if (isKnownDevice(known.version)) return { account, knownBy: 'browser', from: [devicePair] }
      const isKnownNetwork = known.version !== undefined && known.version === known.versionThere
      return { account, from: networks, ...(isKnownNetwork && { knownBy: 'network' }) }
    }

    return { caller: toQueueCaller(), begin }
  }

  return { admit }
}

export type PasswordThrottle = {
  /** For a new password. */
  admit: (claim: TokenClaim, email: string) => Admission
  /** For a password with a code. Only a right code resets the count, so a new password does not. */
  admitProof: (claim: TokenClaim, email: string) => Admission
}

/**
 * Counts wrong current passwords by session: a thief with one stolen token cannot keep the user from changing
 * the password in another session. Also counts by account, in case many tokens are stolen.
 */
export function createPasswordThrottle(pool: Pool, successLimit = maxSuccesses): PasswordThrottle {
  const duration = 15 * minute
  const sessions = createLimiter(pool, 'session', { points: 5, duration })
  const accounts = createLimiter(pool, 'password', { points: 20, duration })
  const proofs = createLimiter(pool, 'proof', { points: 10, duration: hour })
  const countSuccesses = createSuccessCounter('password changes', successLimit)

  function admitWith(
    more: (userKey: string) => Counter[],
    { userId, session }: TokenClaim,
    email: string,
  ): Admission {
    const sessionKey = session.toString('base64url')
    const userKey = String(userId)
    const account = accountKey(email)
    const resetOnSuccess: Counter[] = [
      [sessions, sessionKey],
      [accounts, userKey],
      ...more(userKey),
    ]
    return {
      caller: { account, knownBy: 'browser', from: [sessionKey] },
      begin: () => beginAttempt({ resetOnSuccess, successes: countSuccesses(account) }),
    }
  }

  return {
    admit: (claim, email) => admitWith(() => [], claim, email),
    admitProof: (claim, email) => admitWith((userKey) => [[proofs, userKey]], claim, email),
  }
}
