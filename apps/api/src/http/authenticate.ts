import type { SessionUser } from '@stockie/contracts'
import type { RequestHandler, Response } from 'express'
import { refuseOtherRoles, type Callers } from './callers'

const users = new WeakMap<Response, SessionUser>()

/** Lets nobody on but whose token counts and whose role may do anything. */
export function authenticate(callers: Callers): RequestHandler {
  return async (request, response, next) => {
    const user = await callers.find(request)
    refuseOtherRoles(user.role)
    users.set(response, user)
    next()
  }
}

/** Whose call this is. */
export function currentUser(response: Response): SessionUser {
  const user = users.get(response)
  if (!user) throw new Error('This route stands outside authenticate.')
  return user
}
