import type { LoginAnswer, LoginInput, PasswordChangeInput, SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '#src/errors'
import { unauthenticated } from '#src/http/authentication'
import type { Passwords } from '#src/security/passwords'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { type Attempt, createLoginThrottle, createPasswordThrottle } from './login-throttle'

type Parts = { pool: Pool; passwords: Passwords; tokens: Tokens }
/** From where somebody signs in, and who is told whose e-mail it is, whether or not the password is theirs. */
type Visitor = { address: string; isOf: (account: number) => void }
type Account = SessionUser & { passwordHash: string; tokenVersion: number }

export type Sessions = ReturnType<typeof createSessions>

const columns =
  'id, name, email, role, password_hash as "passwordHash", token_version as "tokenVersion"'

export function createSessions({ pool, passwords, tokens }: Parts) {
  const throttle = createLoginThrottle(pool)
  const changes = createPasswordThrottle(pool)

  /** Takes as long and answers the same whether the e-mail or the password is the wrong one. */
  async function login({ email, password }: LoginInput, visitor: Visitor): Promise<LoginAnswer> {
    // Before it is counted: also of an attempt that is refused the log says whose account it was made on.
    const account = await findByEmail(email, visitor)
    const attempt = await throttle.begin(email, visitor.address)
    const judged = await judge(account, password, attempt)
    if (!judged) throw new AppError('unauthenticated', 'Incorrect email or password.')
    await attempt.succeeded()
    return answer(judged)
  }

  /** Ends every session of the account but the one that the answer's token goes on with. */
  async function changePassword(
    claim: TokenClaim,
    input: PasswordChangeInput,
  ): Promise<LoginAnswer> {
    const found = await findById(claim.userId)
    const attempt = await changes.begin(claim)
    const account = await judge(found, input.currentPassword, attempt)
    if (!account) {
      const message = 'The current password is not correct.'
      throw new AppError('invalid', message, { errors: [{ path: 'currentPassword', message }] })
    }
    await attempt.succeeded()
    const hash = await passwords.hash(input.newPassword)
    // Held against the password that was just compared: of two changes at once, one is refused. And against the
    // session, which this ends: hashing takes its time, and what has ended meanwhile gets no fresh token. Only the
    // key of an ended session tells of a log-out that was under way when this began; the account is held before,
    // as by a log-out, or the two would wait in a circle.
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
   * Ends this one session, at once and for every process. Those that have run out are forgotten, but not
   * before a day has passed: a clock that is set back would bring them to life. The account is held, so that
   * nobody is told of an end where a change of the password has gone before, and on with a fresh token.
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

  /** The account, if the password is its own. What comes to no comparison counts as no attempt. */
  async function judge(
    account: Account | undefined,
    password: string,
    attempt: Attempt,
  ): Promise<Account | undefined> {
    try {
      return (await passwords.matches(password, account?.passwordHash)) ? account : undefined
    } catch (error) {
      await attempt.withdrawn()
      throw error
    }
  }

  async function findByEmail(email: string, { isOf }: Visitor): Promise<Account | undefined> {
    const { rows } = await pool.query<Account>(
      `select ${columns} from users where email = lower($1) and removed_at is null`,
      [email],
    )
    if (rows[0]) isOf(rows[0].id)
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
