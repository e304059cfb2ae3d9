import { allowedRoles } from '@stockie/contracts'

/** The session of a request: the account, its token version, and the hash of the token. */
export type Session = { userId: number; version: number; session: Buffer }

const roleAndPermission = `role, role in (${allowedRoles.join(', ')}) as allowed`

/**
 * SQL: the token's account, by default its role and whether that role may do anything. No row if the session
 * has ended: the account was removed, its token version was raised, or the user logged out of this session.
 */
export const accountSql = (
  { userId, version, session }: Record<keyof Session, string>,
  columns = roleAndPermission,
) => `
    select ${columns} from users
    where id = ${userId} and token_version = ${version} and removed_at is null
      and not exists (select from ended_sessions where token_hash = ${session})`
