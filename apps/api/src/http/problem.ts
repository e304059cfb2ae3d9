import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Problem, problemType } from '@stockie/contracts'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '#src/errors'
import { toDataError, toUnavailable } from './database-errors'
import { describeRequest } from './request-log'

const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} satisfies Record<ErrorCode, number>

/** A refusal as the caller reads it, by RFC 9457. */
export function toProblem({ code, message, errors }: AppError): Problem {
  const status = statusOf[code]
  return {
    type: problemType(code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(errors && { errors }),
  }
}

function sendProblem(response: ServerResponse, refusal: AppError): void {
  const problem = toProblem(refusal)
  if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  if (refusal.retryAfter !== undefined) {
    response.setHeader('Retry-After', Math.max(1, Math.ceil(refusal.retryAfter)))
  }
  const body = Buffer.from(JSON.stringify(problem))
  response.statusCode = problem.status
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8')
  response.setHeader('Content-Length', body.length)
  response.end(body)
}

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
    toDataError(error) ??
    new AppError('internal', 'Something went wrong. The log knows more.', { cause: error })
  )
}

/** Express and its body parser say by their status that something broke off, or cannot be decoded. */
function toUnreadable(error: unknown): AppError | undefined {
  const isUnreadable = error instanceof Error && 'status' in error && error.status === 400
  return isUnreadable ? new AppError('malformed', 'The request cannot be read.') : undefined
}

export const notFound: RequestHandler = () => {
  throw new AppError('not_found', 'There is nothing at this address.')
}

/** Express would tell whoever asks what there is to call. No other origin is let in, so nobody has to ask. */
export const rejectOptionsMethod: RequestHandler = (request, response, next) =>
  request.method === 'OPTIONS' ? notFound(request, response, next) : next()
