import type { RequestHandler } from 'express'
import { answerInTime } from './answer-in-time'
import { authenticate } from './authenticate'
import type { Callers } from './callers'
import { readJson } from './read-json'

/**
 * What stands before all that only those may call who are signed in. Of strangers nothing is read. The account is
 * looked up once all has come, which may take a minute: a session may end meanwhile.
 */
export function askWhoCalls(callers: Callers): RequestHandler[] {
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
  return [readBody, answerInTime, authenticate(callers)]
}
