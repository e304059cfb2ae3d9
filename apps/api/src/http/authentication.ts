import type { IncomingMessage } from 'node:http'
import { allowedRoles, type SessionUser } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '#src/errors'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { requestAccountId } from './request-log'

export type Accounts = {
  /** What the call's token says, or 401. Only the database knows whether its session still exists. */
  readToken: (request: IncomingMessage) => TokenClaim
  /** The caller's account as it is now, or 401. */
  find: (request: IncomingMessage) => Promise<SessionUser>
}

export function createAccounts({ pool, tokens }: { pool: Pool; tokens: Tokens }): Accounts {
  function readToken(request: IncomingMessage): TokenClaim {
    const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claim = token && tokens.verify(token)
    if (!claim) throw unauthenticated()
    requestAccountId.set(request, claim.userId)
    return claim
  }

  /**
   * Reads the account anew for each call, so that a logout, a removal, a new password or a new role counts at
   * once. The last three raise the token version, which the token was signed with.
   */
  async function find(request: IncomingMessage): Promise<SessionUser> {
    const { userId, version, session } = readToken(request)
    const { rows } = await pool.query<SessionUser>({
      name: 'find account',
      text: `select id, name, email, role from users
        where id = $1 and token_version = $2 and removed_at is null
          and not exists (select from ended_sessions where token_hash = $3)`,
      values: [userId, version, session],
    })
    const [account] = rows
    if (!account) throw unauthenticated()
    return account
  }

  return { readToken, find }
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Please log in.')
}

/** Refuses roles that may only sign in, verify and log out; with `only`, all but one role. */
export function refuseRole(role: number, only?: { role: number; refusal: string }): void {
  if (!allowedRoles.includes(role)) throw forbidden()
  if (only && role !== only.role) throw new AppError('forbidden', only.refusal)
}

export function forbidden(): AppError {
  return new AppError('forbidden', "You don't have permission to do this.")
}
