import {
  type LoginInput,
  type PasswordChangeInput,
  type SecondFactorProof,
  type SessionUser,
  unchangedPassword,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import { actingAs } from '#src/database/sql/acting-account'
import { AppError, invalidFields } from '#src/errors'
import { unauthenticated } from '#src/http/authentication'
import { toUnavailable } from '#src/http/database-errors'
import { networkOf } from '#src/http/request-address'
import type { Device } from '#src/security/devices'
import type { Passwords } from '#src/security/passwords'
import type { SecondFactorCodes } from '#src/security/second-factor-codes'
import type { SignInCaller } from '#src/security/sign-in-queue'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { createKnownNetworks } from './known-networks'
import {
  type Admission,
  type Attempt,
  createLoginThrottle,
  createPasswordThrottle,
} from './login-throttle'
import { createSecondFactor, isOff, wrongCode } from './second-factor'
import { createSessionList } from './session-list'
import {
  type Account,
  accountColumns,
  findAccount,
  type SignedIn,
  toSignedIn,
} from './signed-in-account'

type Parts = {
  pool: Pool
  passwords: Passwords
  tokens: Tokens
  secondFactorCodes: SecondFactorCodes
  /** How many sign-ins and how many password changes of an account may succeed in 15 minutes. */
  successLimit?: number
}
/** `onAccountFound` gets the account with the given e-mail, whether or not the login succeeds. */
type LoginContext = {
  address: string
  device: Device | undefined
  userAgent: string | undefined
  hasLeft: () => boolean
  onAccountFound: (id: number) => void
}
export type Sessions = ReturnType<typeof createSessions>

export function createSessions({
  pool,
  passwords,
  tokens,
  secondFactorCodes,
  successLimit,
}: Parts) {
  const secondFactor = createSecondFactor({ pool, secondFactorCodes })
  const sessionList = createSessionList(pool)
  const knownNetworks = createKnownNetworks(pool)
  const loginThrottle = createLoginThrottle(pool, knownNetworks, successLimit)
  const passwordThrottle = createPasswordThrottle(pool, successLimit)

  /**
   * A wrong e-mail and a wrong password take the same time and get the same answer. A wrong code gets that answer
   * too. The step without a code is not a failure, and resets no count of failures.
   */
  async function login(
    { email, password, code }: LoginInput,
    { address, device, userAgent, hasLeft, onAccountFound }: LoginContext,
  ): Promise<SignedIn> {
    const { caller, begin } = await loginThrottle.admit({ email, address, device })
    const turns = takeTurns({ ...caller, hasLeft })
    const find = async () => {
      const found = await findAccount(pool, 'email = lower($1)', email)
      // Before the attempt, so that the log also has the account of a throttled one.
      if (found) onAccountFound(found.id)
      return found
    }
    const hasRightCode = async ({ id, secret, salt }: Account) => {
      if (!secret) return true
      if (code) return secondFactor.use({ id, secret, salt }, code)
      throw new AppError('second_factor_required', 'Please enter the code of your second factor.')
    }
    const account = await verifyPassword({ password, begin, turns, hasRightCode }, find)
    if (!account) throw new AppError('unauthenticated', 'Incorrect email or password.')
    const { id: userId, tokenVersion: version, lacksSecondFactor } = account
    const issued = tokens.issue({ userId, version, mustSetUpSecondFactor: lacksSecondFactor })
    await turns.afterwards(() => sessionList.add(issued.claim, { userAgent, address }))
    return toSignedIn(account, issued)
  }

  /** Ends all other sessions of the account. The caller's goes on with the token of the answer. */
  async function changePassword(
    claim: TokenClaim,
    { email }: SessionUser,
    { input, address }: { input: PasswordChangeInput; address: string },
  ): Promise<SignedIn> {
    const { caller, begin } = passwordThrottle.admit(claim, email)
    const turns = takeTurns(caller)
    const account = await verifyPassword({ password: input.currentPassword, begin, turns }, () =>
      findAccount(pool, 'id = $1', claim.userId),
    )
    if (!account) {
      const message = 'The current password is not correct.'
      throw invalidFields([{ path: 'currentPassword', message }])
    }
    if (account.mustChangePassword && input.newPassword === input.currentPassword) {
      throw invalidFields([{ path: 'newPassword', message: unchangedPassword }])
    }
    const hash = await turns.next(() => passwords.hash(input.newPassword))
    const { mustSetUpSecondFactor } = claim
    const next = tokens.issue({
      userId: account.id,
      version: claim.version + 1,
      mustSetUpSecondFactor,
    })
    // Requires the password that was just compared, so one of two concurrent changes fails. Also ends the
    // caller's session: if it ended during the hashing, the caller must not get a new token. Only the unique
    // key of ended_sessions detects a concurrent logout. Locks the account first, as a logout does, to avoid
    // a deadlock.
    const { rows } = await turns.afterwards(() =>
      pool.query<Account>(
        `with account as (
         select from users
         where id = $1 and password_hash = $2 and token_version = $4 and removed_at is null
         for no key update
       ), ended as (
         insert into ended_sessions (token_hash, ends_at)
         select $5::bytea, $6::timestamptz from account on conflict do nothing returning token_hash
       ), continued as (
         update sessions
         set token_hash = $7, token_version = $8, ends_at = $9, last_seen_at = now()
         from ended where sessions.token_hash = ended.token_hash
       )
       update users
       set password_hash = $3, must_change_password = false, token_version = token_version + 1,
         updated_at = now()
       from ended, ${actingAs('$1')} where id = $1
       returning ${accountColumns}`,
        [
          account.id,
          account.passwordHash,
          hash,
          claim.version,
          claim.session,
          claim.endsAt,
          next.claim.session,
          next.claim.version,
          next.claim.endsAt,
        ],
      ),
    )
    const [changed] = rows
    if (!changed) throw unauthenticated()
    // The new password would otherwise make the caller's own network go later.
    const place = { email, network: networkOf(address) }
    await turns.afterwards(() => knownNetworks.remember(place, changed.tokenVersion))
    return toSignedIn(changed, next)
  }

  /**
   * Checks the password and the code before the second factor changes. Limits failures like a change of the password.
   * `assertAllowed` gets the account after the right password. If it throws, the code is not used up.
   */
  async function prove(
    claim: TokenClaim,
    { email }: SessionUser,
    { password, code }: SecondFactorProof,
    assertAllowed: (account: Account) => void = () => {},
  ): Promise<void> {
    const { caller, begin } = passwordThrottle.admitProof(claim, email)
    let isPasswordRight = false
    const hasRightCode = async (found: Account) => {
      const { id, secret, salt } = found
      isPasswordRight = true
      if (!secret) throw isOff()
      assertAllowed(found)
      return secondFactor.use({ id, secret, salt }, code)
    }
    const account = await verifyPassword(
      { password, begin, turns: takeTurns(caller), hasRightCode },
      () => findAccount(pool, 'id = $1', claim.userId),
    )
    if (account) return
    if (isPasswordRight) throw wrongCode('The code is not correct, or it was used before.')
    throw invalidFields([{ path: 'password', message: 'The password is not correct.' }])
  }

  /**
   * The turns of a caller with passwords. The waits for them do not count for the deadline of the request, which
   * is for its waits on the database.
   */
  function takeTurns(caller: SignInCaller) {
    let deadline = getDeadline()
    return {
      next<Result>(work: () => Promise<Result>): Promise<Result> {
        const arrivedAt = performance.now()
        return passwords.queue.run(caller, () => {
          deadline += performance.now() - arrivedAt
          return withDeadline(deadline, work)
        })
      },
      afterwards: <Result>(work: () => Promise<Result>) => withDeadline(deadline, work),
    }
  }

  type Check = {
    password: string
    begin: Admission['begin']
    turns: ReturnType<typeof takeTurns>
    /** Called after the right password. */
    hasRightCode?: (account: Account) => Promise<boolean>
  }

  /** Returns the account if the password matches. Reads and counts nothing before the caller's turn. */
  async function verifyPassword(
    { password, begin, turns, hasRightCode = async () => true }: Check,
    find: () => Promise<Account | undefined>,
  ): Promise<Account | undefined> {
    const [account, attempt] = await turns.next(compare)
    if (!account) return undefined
    await turns.afterwards(attempt.succeed)
    return account

    async function compare(): Promise<[Account | undefined, Attempt]> {
      const found = await find().catch(failAll)
      const counted = await begin(found?.tokenVersion)
      try {
        const matches = await passwords.matches(password, found?.passwordHash)
        const isRight = matches && found !== undefined && (await hasRightCode(found))
        return [isRight ? found : undefined, counted]
      } catch (error) {
        const isCodeMissing = error instanceof AppError && error.code === 'second_factor_required'
        await (isCodeMissing ? counted.askForCode() : counted.withdraw())
        throw error
      }
    }
  }

  /** If the database is away, the others in the queue would wait for it one after the other. */
  function failAll(error: unknown): never {
    const outage = toUnavailable(error)
    if (outage) {
      // Without the cause, so that the log has the error once and not for each caller.
      const { message, retryAfter = 5 } = outage
      passwords.queue.clear(new AppError('unavailable', message, { retryAfter }))
    }
    throw error
  }

  return { login, changePassword, prove, secondFactor, ...sessionList }
}
