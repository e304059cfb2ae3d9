import { loginAnswer, loginInput, passwordChangeInput, verifyAnswer } from '@stockie/contracts'
import { type RequestHandler, Router } from 'express'
import { deadline, withDeadline } from '#src/database/pool/deadline-pool'
import { type Callers, currentSession } from '#src/http/authentication'
import { setRequestDeadline } from '#src/http/deadlines'
import type { FastRoute } from '#src/http/fast-router'
import type { Describe } from '#src/http/openapi/document'
import { body, json, problems } from '#src/http/openapi/responses'
import { callerAddress } from '#src/http/request-address'
import { parseBody, parseJsonBody } from '#src/http/request-body'
import { requestAccountId } from '#src/http/request-log'
import { createJsonBody, sendBody } from '#src/http/response-body'
import type { Sessions } from './sessions.service'

/** Bytes: the longest e-mail and password fit in, however they are written. */
const largestLogin = 8 * 1024

export function sessionRoutes(
  sessions: Sessions,
  signedIn: RequestHandler[],
  trustedProxies: number,
): Router {
  const router = Router()

  router.post(
    '/login',
    parseJsonBody(largestLogin),
    setRequestDeadline,
    async (request, response) => {
      const input = parseBody(loginInput, request)
      const isOf = (account: number) => void requestAccountId.set(request, account)
      const address = callerAddress(request, trustedProxies)
      response.json(await sessions.login(input, { address, isOf }))
    },
  )

  router.post('/password', ...signedIn, async (request, response) => {
    const input = parseBody(passwordChangeInput, request)
    response.json(await sessions.changePassword(currentSession(response), input))
  })

  return router
}

/** Whose token this is, whatever their role. Every page of the web app begins with it. */
export function verifyCall(callers: Callers): FastRoute {
  return {
    method: 'POST',
    path: 'auth/verify',
    async answer(request, response) {
      const user = await callers.find(request)
      await sendBody(request, response, createJsonBody(JSON.stringify({ user })))
    },
  }
}

/**
 * Ends the session of the token, whatever its holder's role. It stands in front, where nobody looks at a
 * body, so that nothing but the token can be wrong with it.
 */
export function logoutCall(callers: Callers, sessions: Sessions): FastRoute {
  return {
    method: 'POST',
    path: 'auth/logout',
    async answer(request, response) {
      await withDeadline(deadline(), async () => {
        await callers.find(request)
        await sessions.logout(callers.claimOf(request))
      })
      response.writeHead(204).end()
    },
  }
}

export const describeSessions: Describe = (registry) => {
  registry.registerPath({
    method: 'post',
    path: '/auth/login',
    operationId: 'login',
    summary: 'Sign in',
    description: 'Failed attempts are counted by account and by address.',
    tags: ['Sessions'],
    security: [],
    request: body('Who signs in.', loginInput),
    responses: {
      200: json('Signed in.', loginAnswer),
      ...problems(400, 401, 413, 415, 422, 429),
    },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/verify',
    operationId: 'verifySession',
    summary: 'Whose token this is, as long as it counts',
    tags: ['Sessions'],
    responses: { 200: json('It counts.', verifyAnswer), ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/logout',
    operationId: 'logout',
    summary: 'End this session',
    description:
      'At once, and no other of the account. Its token is refused from then on, by this call as well.',
    tags: ['Sessions'],
    responses: { 204: { description: 'Ended.' }, ...problems(401) },
  })
  registry.registerPath({
    method: 'post',
    path: '/auth/password',
    operationId: 'changePassword',
    summary: 'Change the password, ending every other session',
    tags: ['Sessions'],
    request: body('The current password and the new one.', passwordChangeInput),
    responses: {
      200: json('Changed. The token that this session goes on with.', loginAnswer),
      ...problems(400, 401, 403, 413, 415, 422, 429),
    },
  })
}
