import type { SessionUser } from '@stockie/contracts'
import type { RequestHandler, Response } from 'express'
import type { TokenClaim } from '@/security/tokens'
import type { Callers } from './callers'

type Caller = { user: SessionUser; session: TokenClaim }

const known = new WeakMap<Response, Caller>()

/** Lets nobody on but whose token counts and whose role may do anything. */
export function authenticate(callers: Callers): RequestHandler {
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
