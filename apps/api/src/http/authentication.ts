import type { IncomingMessage } from 'node:http'
import { allowedRoles, type SessionUser } from '@stockie/contracts'
import type { RequestHandler, Response } from 'express'
import type { Pool } from 'pg'
import { AppError } from '#src/errors'
import type { TokenClaim, Tokens } from '#src/security/tokens'
import { setRequestDeadline } from './deadlines'
import { readJson } from './request-body'
import { requestAccountId } from './request-log'

export type Callers = {
  /** What the token of a call says, or 401. Whether it still counts, the account alone knows. */
  claimOf: (request: IncomingMessage) => TokenClaim
  /** The account as it is now, or 401. */
  find: (request: IncomingMessage) => Promise<SessionUser>
  /** The same, or 403 where its role may do nothing. */
  findAllowed: (request: IncomingMessage) => Promise<SessionUser>
  /** Refuses whoever may not call, before they hear what is wrong with what they sent. Who has hung up hears nothing. */
  refuseFirst: (request: IncomingMessage) => Promise<void>
}

export function createCallers({ pool, tokens }: { pool: Pool; tokens: Tokens }): Callers {
  function claimOf(request: IncomingMessage): TokenClaim {
    const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claim = token && tokens.verify(token)
    if (!claim) throw unauthenticated()
    requestAccountId.set(request, claim.userId)
    return claim
  }

  /**
   * Looked up again on every call, so that a removal, a new password or a new role counts at once (each of
   * them raises the token version that the token was signed with), and a log-out as well.
   */
  async function find(request: IncomingMessage): Promise<SessionUser> {
    const { userId, version, session } = claimOf(request)
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

  async function findAllowed(request: IncomingMessage): Promise<SessionUser> {
    const account = await find(request)
    refuseOtherRoles(account.role)
    return account
  }

  async function refuseFirst(request: IncomingMessage): Promise<void> {
    const hasHungUp = request.destroyed && !request.complete
    if (!hasHungUp) await findAllowed(request)
  }

  return { claimOf, find, findAllowed, refuseFirst }
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Please log in.')
}

/** Any other role may sign in, verify and log out, and nothing else. */
export function refuseOtherRoles(role: number): void {
  if (!allowedRoles.includes(role)) throw forbidden()
}

export function forbidden(): AppError {
  return new AppError('forbidden', "You don't have permission to do this.")
}

type Caller = { user: SessionUser; session: TokenClaim }

const known = new WeakMap<Response, Caller>()

/** Lets nobody on but whose token counts and whose role may do anything. */
function authenticate(callers: Callers): RequestHandler {
  return async (request, response, next) => {
    const user = await callers.findAllowed(request)
    known.set(response, { user, session: callers.claimOf(request) })
    next()
  }
}

/** Whose call this is. */
export function currentUser(response: Response): SessionUser {
  return callerOf(response).user
}

/** And by which of their sessions. */
export function currentSession(response: Response): TokenClaim {
  return callerOf(response).session
}

function callerOf(response: Response): Caller {
  const caller = known.get(response)
  if (!caller) throw new Error('This route stands outside authenticate.')
  return caller
}

/**
 * What stands before all that only those may call who are signed in. Of strangers nothing is read. The account is
 * looked up once all has come, which may take a minute: a session may end meanwhile.
 */
export function requireAccount(callers: Callers): RequestHandler[] {
  const readBody: RequestHandler = async (request, response, next) => {
    callers.claimOf(request)
    try {
      await readJson(request, response)
    } catch (error) {
      await callers.refuseFirst(request)
      throw error
    }
    next()
  }
  return [readBody, setRequestDeadline, authenticate(callers)]
}
