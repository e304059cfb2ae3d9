import type { LoginAnswer, LoginInput, PasswordChangeInput, SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError, invalidFields } from '#src/errors'
import { unauthenticated } from '#src/http/authentication'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { type Attempt, createLoginThrottle, createPasswordThrottle } from './login-throttle'

type Parts = { pool: Pool; passwords: Passwords; tokens: Tokens }
/** `onAccountFound` gets the account with the given e-mail, whether or not the login succeeds. */
type LoginContext = { address: string; onAccountFound: (id: number) => void }
type Account = SessionUser & { passwordHash: string; tokenVersion: number }

export type Sessions = ReturnType<typeof createSessions>

const columns =
  'id, name, email, role, password_hash as "passwordHash", token_version as "tokenVersion"'

export function createSessions({ pool, passwords, tokens }: Parts) {
  const loginThrottle = createLoginThrottle(pool)
  const passwordThrottle = createPasswordThrottle(pool)

  /** A wrong e-mail and a wrong password take the same time and get the same answer. */
  async function login(
    { email, password }: LoginInput,
    context: LoginContext,
  ): Promise<LoginAnswer> {
    // Before the throttle, so that the log also has the account of a throttled attempt.
    const found = await findByEmail(email, context)
    const attempt = await loginThrottle.begin(email, context.address)
    const account = await verifyPassword(found, password, attempt)
    if (!account) throw new AppError('unauthenticated', 'Incorrect email or password.')
    await attempt.succeed()
    return answer(account)
  }

  /** Ends all sessions of the account. The answer has a token for a new one. */
  async function changePassword(
    claim: TokenClaim,
    input: PasswordChangeInput,
  ): Promise<LoginAnswer> {
    const found = await findById(claim.userId)
    const attempt = await passwordThrottle.begin(claim)
    const account = await verifyPassword(found, input.currentPassword, attempt)
    if (!account) {
      const message = 'The current password is not correct.'
      throw invalidFields([{ path: 'currentPassword', message }])
    }
    await attempt.succeed()
    const hash = await passwords.hash(input.newPassword)
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

  /** Returns the account if the password matches. Withdraws the attempt if no comparison was possible. */
  async function verifyPassword(
    account: Account | undefined,
    password: string,
    attempt: Attempt,
  ): Promise<Account | undefined> {
    try {
      return (await passwords.matches(password, account?.passwordHash)) ? account : undefined
    } catch (error) {
      await attempt.withdraw()
      throw error
    }
  }

  async function findByEmail(
    email: string,
    { onAccountFound }: LoginContext,
  ): Promise<Account | undefined> {
    const { rows } = await pool.query<Account>(
      `select ${columns} from users where email = lower($1) and removed_at is null`,
      [email],
    )
    if (rows[0]) onAccountFound(rows[0].id)
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
