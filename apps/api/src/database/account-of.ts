import { allowedRoles } from '@stockie/contracts'

/** By what a call asks: an account, of which version, and the hash that tells its token from others. */
export type Session = { userId: number; version: number; session: Buffer }

/**
 * SQL: the role of the account that a token counts for, and whether it may do anything. No row where the
 * session has ended: the account was removed, its version raised since the token was signed, or this one
 * session logged out of.
 */
export const accountOf = ({ userId, version, session }: Record<keyof Session, string>) => `
    select role, role in (${allowedRoles.join(', ')}) as allowed from users
    where id = ${userId} and token_version = ${version} and removed_at is null
      and not exists (select from ended_sessions where token_hash = ${session})`
