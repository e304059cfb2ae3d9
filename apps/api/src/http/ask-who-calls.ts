import type { RequestHandler } from 'express'
import { answerInTime } from './answer-in-time'
import { authenticate } from './authenticate'
import type { Callers } from './callers'
import { parseJsonBody } from './read-json'

/**
 * What stands before all that only those may call who are signed in. Of strangers nothing is read. The account is
 * looked up once all has come, which may take a minute: a session may end meanwhile.
 */
export function askWhoCalls(callers: Callers): RequestHandler[] {
  const askForToken: RequestHandler = (request, _response, next) => {
    callers.claimOf(request)
    next()
  }
  return [askForToken, parseJsonBody(), answerInTime, authenticate(callers)]
}
