import { loginInput, passwordChangeInput } from '@stockie/contracts'
import { Router, type RequestHandler } from 'express'
import { accountOfCall } from '@/http/account-of-call'
import { answerInTime } from '@/http/answer-in-time'
import { currentSession } from '@/http/authenticate'
import { callerAddress } from '@/http/caller-address'
import { parseBody } from '@/http/parse-request'
import { parseJsonBody } from '@/http/read-json'
import type { Sessions } from './sessions.service'

/** Bytes: the longest e-mail and password fit in, however they are written. */
const largestLogin = 8 * 1024

export function sessionRoutes(
  sessions: Sessions,
  signedIn: RequestHandler[],
  trustedProxies: number,
): Router {
  const router = Router()

  router.post('/login', parseJsonBody(largestLogin), answerInTime, async (request, response) => {
    const input = parseBody(loginInput, request)
    const isOf = (account: number) => void accountOfCall.set(request, account)
    const address = callerAddress(request, trustedProxies)
    response.json(await sessions.login(input, { address, isOf }))
  })

  router.post('/password', ...signedIn, async (request, response) => {
    const input = parseBody(passwordChangeInput, request)
    response.json(await sessions.changePassword(currentSession(response), input))
  })

  return router
}
