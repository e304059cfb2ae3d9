import { allowedRoles } from '@stockie/contracts'

/**
 * SQL: the role of the account that a token counts for, and whether it may do anything. No row where the
 * session has ended: the account was removed, or its version raised since the token was signed.
 */
export const accountOf = (userId: string, version: string) => `
    select role, role in (${allowedRoles.join(', ')}) as allowed from users
    where id = ${userId} and token_version = ${version} and removed_at is null`
