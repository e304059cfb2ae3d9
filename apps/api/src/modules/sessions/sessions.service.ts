import type { LoginAnswer, LoginInput, PasswordChangeInput, SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { withNewDeadline } from '#src/database/pool/deadline-pool'
import { AppError, invalidFields } from '#src/errors'
import { unauthenticated } from '#src/http/authentication'
import type { Device } from '#src/security/devices'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import {
  type Admission,
  type Attempt,
  createLoginThrottle,
  createPasswordThrottle,
  createSuccessCounter,
} from './login-throttle'

type Parts = { pool: Pool; passwords: Passwords; tokens: Tokens }
/** `onAccountFound` gets the account with the given e-mail, whether or not the login succeeds. */
type LoginContext = {
  address: string
  device: Device | undefined
  onAccountFound: (id: number) => void
}
type Account = SessionUser & { passwordHash: string; tokenVersion: number }

export type Sessions = ReturnType<typeof createSessions>

const columns =
  'id, name, email, role, password_hash as "passwordHash", token_version as "tokenVersion"'

export function createSessions({ pool, passwords, tokens }: Parts) {
  const successes = createSuccessCounter()
  const loginThrottle = createLoginThrottle(pool, successes)
  const passwordThrottle = createPasswordThrottle(pool, successes)

  /** A wrong e-mail and a wrong password take the same time and get the same answer. */
  async function login(
    { email, password }: LoginInput,
    { address, device, onAccountFound }: LoginContext,
  ): Promise<LoginAnswer> {
    const admission = await loginThrottle.admit({ email, address, device })
    const account = await verifyPassword(password, admission, async () => {
      const found = await findByEmail(email)
      // Before the attempt, so that the log also has the account of a throttled one.
      if (found) onAccountFound(found.id)
      return found
    })
    if (!account) throw new AppError('unauthenticated', 'Incorrect email or password.')
    return answer(account)
  }

  /** Ends all sessions of the account. The answer has a token for a new one. */
  async function changePassword(
    claim: TokenClaim,
    { email }: SessionUser,
    input: PasswordChangeInput,
  ): Promise<LoginAnswer> {
    const admission = passwordThrottle.admit(claim, email)
    const account = await verifyPassword(input.currentPassword, admission, () =>
      findById(claim.userId),
    )
    if (!account) {
      const message = 'The current password is not correct.'
      throw invalidFields([{ path: 'currentPassword', message }])
    }
    const hash = await passwords.inTurn(admission.caller, () => passwords.hash(input.newPassword))
    // Requires the password that was just compared, so one of two concurrent changes fails. Also ends the
    // caller's session: if it ended during the hashing, the caller must not get a new token. Only the unique
    // key of ended_sessions detects a concurrent logout. Locks the account first, as a logout does, to avoid
    // a deadlock.
    const { rows } = await pool.query<Account>(
      `with account as (
         select from users
         where id = $1 and password_hash = $2 and token_version = $4 and removed_at is null
         for no key update
       ), ended as (
         insert into ended_sessions (token_hash, ends_at)
         select $5::bytea, $6::timestamptz from account on conflict do nothing returning token_hash
       )
       update users
       set password_hash = $3, token_version = token_version + 1, updated_at = now()
       from ended where id = $1
       returning ${columns}`,
      [account.id, account.passwordHash, hash, claim.version, claim.session, claim.endsAt],
    )
    const [changed] = rows
    if (!changed) throw unauthenticated()
    return answer(changed)
  }

  /**
   * Ends this session at once, for every process. Deletes ended sessions only a day after they expire,
   * because a clock that is set back would revive their tokens. Locks the account, so that the logout fails
   * if a concurrent password change has replaced the session with a new one.
   */
  async function logout({ userId, version, session, endsAt }: TokenClaim): Promise<void> {
    const { rowCount } = await pool.query(
      `with forgotten as (delete from ended_sessions where ends_at < now() - interval '1 day'),
       account as (
         select from users where id = $3 and token_version = $4 and removed_at is null for share
       ), ended as (
         insert into ended_sessions (token_hash, ends_at)
         select $1::bytea, $2::timestamptz from account on conflict do nothing
       )
       select from account`,
      [session, endsAt, userId, version],
    )
    if (!rowCount) throw unauthenticated()
  }

  /**
   * Returns the account if the password matches. Uses no connection before the caller's turn. That turn may come
   * late, so it has a new deadline for its waits on the database.
   */
  async function verifyPassword(
    password: string,
    { caller, begin }: Admission,
    find: () => Promise<Account | undefined>,
  ): Promise<Account | undefined> {
    const [account, attempt] = await passwords.inTurn(caller, () => withNewDeadline(compare))
    if (account) await withNewDeadline(attempt.succeed)
    return account

    async function compare(): Promise<[Account | undefined, Attempt]> {
      const found = await find()
      const counted = await begin()
      try {
        const isRight = await passwords.matches(password, found?.passwordHash)
        return [isRight ? found : undefined, counted]
      } catch (error) {
        await counted.withdraw()
        throw error
      }
    }
  }

  async function findByEmail(email: string): Promise<Account | undefined> {
    const { rows } = await pool.query<Account>(
      `select ${columns} from users where email = lower($1) and removed_at is null`,
      [email],
    )
    return rows[0]
  }

  async function findById(id: number): Promise<Account | undefined> {
    const { rows } = await pool.query<Account>(
      `select ${columns} from users where id = $1 and removed_at is null`,
      [id],
    )
    return rows[0]
  }

  function answer({ id, name, email, role, tokenVersion }: Account): LoginAnswer {
    return {
      user: { id, name, email, role },
      token: tokens.sign({ userId: id, version: tokenVersion }),
    }
  }

  return { login, changePassword, logout }
}
