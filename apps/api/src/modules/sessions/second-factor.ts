import type { RecoveryCodesAnswer, SecondFactorBegun } from '@stockie/contracts'
import type { Pool } from 'pg'
import { withoutSecondFactor } from '#src/database/sql/account-lookup'
import { actingAs } from '#src/database/sql/acting-account'
import { AppError, invalidFields } from '#src/errors'
import { unauthenticated } from '#src/http/authentication'
import {
  createRecoveryCodes,
  hashRecoveryCode,
  isAppCode,
  type SecondFactorCodes,
} from '#src/security/second-factor-codes'
import type { TokenClaim } from '#src/security/tokens'

type Parts = { pool: Pool; secondFactorCodes: SecondFactorCodes }

/** What the database keeps of an account's second factor. */
type SecondFactor = { id: number; secret: Buffer; salt: Buffer }

/** The second factor of an account: begun, confirmed by a code, used at each sign-in, and turned off. */
export function createSecondFactor({ pool, secondFactorCodes }: Parts) {
  /** Has no effect on sign-ins before `confirm`. Replaces a secret that was begun and not confirmed. */
  async function begin({ userId, version }: TokenClaim, email: string): Promise<SecondFactorBegun> {
    const { sealed, ...begun } = secondFactorCodes.create(email)
    const { rowCount } = await pool.query(
      `update users set second_factor_pending = $2, updated_at = now()
       where id = $1 and token_version = $3 and removed_at is null and second_factor_secret is null`,
      [userId, sealed, version],
    )
    if (!rowCount) throw isOnAlready()
    return begun
  }

  async function confirm(
    { userId, version }: TokenClaim,
    code: string,
  ): Promise<RecoveryCodesAnswer> {
    const { rows } = await pool.query<{ pending: Buffer | null }>(
      `select second_factor_pending as pending from users where id = $1 and second_factor_secret is null`,
      [userId],
    )
    if (!rows[0]) throw isOnAlready()
    const { pending } = rows[0]
    if (!pending) throw new AppError('conflict', 'Nothing is to be confirmed. Please begin again.')
    const step = secondFactorCodes.findStep(pending, code)
    if (step === undefined) throw wrongCode('The code is not correct.')
    const { codes, salt, hashes } = await createRecoveryCodes()
    const { rowCount } = await pool.query(
      `update users
       set second_factor_secret = second_factor_pending, second_factor_pending = null,
         second_factor_step = $3, recovery_salt = $4, recovery_hashes = $5, updated_at = now()
       from ${actingAs('$1')}
       where id = $1 and token_version = $6 and second_factor_pending = $2
         and second_factor_secret is null and removed_at is null`,
      [userId, pending, step, salt, hashes, version],
    )
    // Another tab has confirmed it or begun again meanwhile.
    if (!rowCount) throw new AppError('conflict', 'It was changed meanwhile. Please begin again.')
    return { recoveryCodes: codes }
  }

  /**
   * Whether the code is right. It counts once: of two sign-ins at the same moment one fails. A code that was used
   * runs the same statements as a wrong one.
   */
  async function use({ id, secret, salt }: SecondFactor, code: string): Promise<boolean> {
    if (!isAppCode(code)) {
      const { rowCount } = await pool.query(
        `update users set recovery_hashes = array_remove(recovery_hashes, $2), updated_at = now()
         where id = $1 and $2 = any(recovery_hashes)`,
        [id, await hashRecoveryCode(code, salt)],
      )
      return rowCount === 1
    }
    const { rowCount } = await pool.query(
      `update users set second_factor_step = $3, updated_at = now()
       where id = $1 and second_factor_secret = $2 and second_factor_step < $3`,
      [id, secret, secondFactorCodes.findStep(secret, code) ?? -1],
    )
    return rowCount === 1
  }

  /** The former recovery codes are no longer good. */
  async function renewRecoveryCodes({ userId, version }: TokenClaim): Promise<RecoveryCodesAnswer> {
    const { codes, salt, hashes } = await createRecoveryCodes()
    const { rowCount } = await pool.query(
      `update users set recovery_salt = $2, recovery_hashes = $3, updated_at = now()
       from ${actingAs('$1')}
       where id = $1 and token_version = $4 and second_factor_secret is not null
         and removed_at is null`,
      [userId, salt, hashes, version],
    )
    if (!rowCount) throw isOff()
    return { recoveryCodes: codes }
  }

  async function turnOff({ userId, version }: TokenClaim): Promise<void> {
    const { rowCount } = await pool.query(
      `update users set ${withoutSecondFactor}, updated_at = now() from ${actingAs('$1')}
       where id = $1 and token_version = $2 and removed_at is null`,
      [userId, version],
    )
    if (!rowCount) throw unauthenticated()
  }

  return { begin, confirm, use, renewRecoveryCodes, turnOff }
}

const isOnAlready = () =>
  new AppError('conflict', 'The second factor is on already. Turn it off first.')

export const isOff = () => new AppError('conflict', 'The second factor is off.')

export function assertNotRequired(account: { isSecondFactorRequired: boolean }): void {
  if (!account.isSecondFactorRequired) return
  throw new AppError('conflict', 'The owner requires a second factor.')
}

export const wrongCode = (message: string) => invalidFields([{ path: 'code', message }])
