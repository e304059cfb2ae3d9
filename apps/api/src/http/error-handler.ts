import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError } from '@/errors'
import { toDataRefusal, toUnavailable } from './database-failure'
import { sendProblem } from './problem'
import { describeRequest } from './request-log'

export type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

/** The one translator: whatever was thrown becomes a problem that the caller may read. */
export function createFail(log: Logger): Fail {
  return (error, request, response) => {
    // It was refused already: the rest of it cannot be read.
    if (response.writableEnded && !request.complete) return
    const refusal = toAppError(error)
    if (refusal.code === 'internal' || refusal.code === 'unavailable') {
      const req = describeRequest(request, response)
      log.error({ req, err: refusal.cause ?? error }, refusal.message)
    }
    // Half an answer cannot be taken back: the caller learns by the end of the connection that it is none.
    if (response.headersSent) response.destroy()
    else sendProblem(response, refusal)
  }
}

/** Express knows by the fourth parameter that this is for errors. */
export function errorHandler(fail: Fail): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => fail(error, request, response)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    // First, since a caller who hangs up has one of the codes of a lost database.
    toUnreadable(error) ??
    toUnavailable(error) ??
    toDataRefusal(error) ??
    new AppError('internal', 'Something went wrong. The log knows more.', { cause: error })
  )
}

/** Express and its body parser say by their status that something broke off, or cannot be decoded. */
function toUnreadable(error: unknown): AppError | undefined {
  const isUnreadable = error instanceof Error && 'status' in error && error.status === 400
  return isUnreadable ? new AppError('malformed', 'The request cannot be read.') : undefined
}
