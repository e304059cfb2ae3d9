import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '@/errors'
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

const unreadable: Record<number, [ErrorCode, string]> = {
  400: ['malformed', 'The request cannot be read.'],
  413: ['too_large', 'The body is too large.'],
  415: ['unsupported_type', 'The body must be JSON in UTF-8, and not compressed.'],
}

/** Express and its body parser say what they could not read by a status of their own. */
function toUnreadable(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined
  if ('type' in error && error.type === 'entity.parse.failed') {
    return new AppError('malformed', 'The body is not valid JSON.')
  }
  const known = unreadable[Number(error.status)]
  return known && new AppError(...known)
}
