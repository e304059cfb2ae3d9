import { allowedRoles, type SessionUser } from '@stockie/contracts'
import type { Request, RequestHandler, Response } from 'express'
import type { PrismaClient } from '@/database/generated/client'
import { AppError } from '@/errors'
import type { Tokens } from '@/security/tokens'

const users = new WeakMap<Response, SessionUser>()

/**
 * Looks the account up again on every call, so that a removal, a new password or a new role counts
 * at once: each of them raises the token version that the token was signed with.
 */
export function authenticate(options: { db: PrismaClient; tokens: Tokens }): RequestHandler {
  const { db, tokens } = options
  return async (request, response, next) => {
    const claim = tokens.verify(bearerToken(request))
    const account =
      claim &&
      (await db.user.findUnique({
        where: { id: claim.userId, tokenVersion: claim.version, removedAt: null },
        select: { id: true, name: true, email: true, role: true },
      }))
    if (!account) throw new AppError('unauthenticated', 'Please log in.')
    users.set(response, account)
    next()
  }
}

/** Any other role may sign in and verify, and nothing else. */
export const requireAllowedRole: RequestHandler = (_request, response, next) => {
  const { role } = currentUser(response)
  if (!allowedRoles.includes(role)) {
    throw new AppError('forbidden', "You don't have permission to do this.")
  }
  next()
}

/** Whose call this is. */
export function currentUser(response: Response): SessionUser {
  const user = users.get(response)
  if (!user) throw new Error('This route stands outside authenticate.')
  return user
}

function bearerToken(request: Request): string {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}
