import type { LoginAnswer, SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { isSecondFactorRequired, lacksSecondFactor } from '#src/database/sql/account-lookup'
import type { IssuedToken } from '#src/security/tokens'

export type SignedIn = { answer: LoginAnswer; account: { email: string; tokenVersion: number } }
export type Account = SessionUser & {
  passwordHash: string
  tokenVersion: number
  /** Null without a second factor. */
  secret: Buffer | null
  salt: Buffer
  /** Whether the shop requires a second factor of it. */
  isSecondFactorRequired: boolean
  /** Whether it lacks the second factor that the shop requires of it. */
  lacksSecondFactor: boolean
}

/** The columns of an Account. */
export const accountColumns = `id, name, email, role, password_hash as "passwordHash", token_version as "tokenVersion",
    must_change_password as "mustChangePassword", second_factor_secret as secret, recovery_salt as salt,
    ${isSecondFactorRequired} as "isSecondFactorRequired", ${lacksSecondFactor} as "lacksSecondFactor"`

/** The account that can sign in and fulfils a condition on $1. */
export async function findAccount(
  pool: Pool,
  condition: 'email = lower($1)' | 'id = $1',
  value: string | number,
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>(
    `select ${accountColumns} from users where ${condition} and removed_at is null`,
    [value],
  )
  return rows[0]
}

export function toSignedIn(account: Account, { token, claim }: IssuedToken): SignedIn {
  const { id, name, email, role, tokenVersion, mustChangePassword, secret } = account
  const user = {
    id,
    name,
    email,
    role,
    ...(mustChangePassword && { mustChangePassword }),
    ...(secret && { secondFactor: true }),
    ...(claim.mustSetUpSecondFactor &&
      account.lacksSecondFactor && { mustSetUpSecondFactor: true }),
  }
  return {
    answer: { user, token },
    account: { email, tokenVersion },
  }
}
