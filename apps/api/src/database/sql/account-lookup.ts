import { allowedRoles } from '@stockie/contracts'

/** The roles of which a shop can require a second factor: owners and managers. */
const requiringRoles = [1, 2]

/** The session of a request: the account, its token version, and the hash of the token. */
export type Session = { userId: number; version: number; session: Buffer }

/** The role that a lookup gives to an account that must change its password first. No account has it. */
export const passwordChangeRole = -1

const presentRole = `case when must_change_password then ${passwordChangeRole} else role end`
const roleAndPermission = `${presentRole} as role,
      ${presentRole} in (${allowedRoles.join(', ')}) as allowed`

/**
 * SQL: the token's account, by default its role and whether it may do anything. No row if the session
 * has ended: the account was removed, its token version was raised, or the user logged out of this session.
 */
export const accountSql = (
  { userId, version, session }: Record<keyof Session, string>,
  columns = roleAndPermission,
) => `
    select ${columns} from users
    where id = ${userId} and token_version = ${version} and removed_at is null
      and not exists (select from ended_sessions where token_hash = ${session})`

/** SQL: whether a row of `sessions` is alive, if its account still has its token version. */
export const isSessionAlive = `sessions.ends_at > now()
      and not exists (select from ended_sessions where token_hash = sessions.token_hash)`

/** SQL: the assignments of an update that turns the second factor of an account off. */
export const withoutSecondFactor = `second_factor_secret = null, second_factor_pending = null,
      second_factor_step = null, recovery_salt = null, recovery_hashes = null`

/** SQL: whether the shop requires a second factor of an account of `users`. A shop without settings does not. */
export const isSecondFactorRequired = `(role in (${requiringRoles.join(', ')})
      and coalesce((select second_factor_required from shop), false))`

/** SQL: whether an account of `users` lacks the second factor that the shop requires of it. */
export const lacksSecondFactor = `(second_factor_secret is null and ${isSecondFactorRequired})`
