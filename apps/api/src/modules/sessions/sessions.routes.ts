import { loginInput, passwordChangeInput } from '@stockie/contracts'
import { Router, type RequestHandler } from 'express'
import { currentUser, requireAllowedRole } from '@/http/authenticate'
import { parseBody } from '@/http/parse-request'
import type { Sessions } from './sessions.service'

export function sessionRoutes(sessions: Sessions, authenticate: RequestHandler): Router {
  const router = Router()

  router.post('/login', async (request, response) => {
    const input = parseBody(loginInput, request)
    response.json(await sessions.login(input, request.ip ?? ''))
  })

  router.post('/verify', authenticate, (_request, response) => {
    response.json({ user: currentUser(response) })
  })

  router.post('/password', authenticate, requireAllowedRole, async (request, response) => {
    const input = parseBody(passwordChangeInput, request)
    response.json(await sessions.changePassword(currentUser(response), input))
  })

  return router
}
