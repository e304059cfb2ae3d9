import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Problem, problemType } from '@stockie/contracts'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '#src/errors'
import { toDataError, toUnavailable } from './database-errors'
import { describeRequest } from './logs/request-log'
import { requestErrorCode } from './request-context'

const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_required: 401,
  second_factor_setup_required: 403,
  not_found: 404,
  deleted: 404,
  changed: 412,
  taken: 409,
  conflict: 409,
  books_closed: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} satisfies Record<ErrorCode, number>

export const internalErrorMessage =
  'The server failed. Try again; if it keeps failing, look into the log.'

/** The problem (RFC 9457) that the caller receives. */
export function toProblem({ code, message, errors, details }: AppError): Problem {
  const status = statusOf[code]
  return {
    type: problemType(code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(errors && { errors }),
    ...details,
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

export type SendError = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

/** Turns any thrown value into a problem and sends it. Logs only errors that are not the caller's. */
export function createSendError(log: Logger): SendError {
  return (error, request, response) => {
    // The response was sent before the body had arrived, so this is only the aborted rest of the body.
    if (response.writableEnded && !request.complete) return
    const refusal = toAppError(error)
    requestErrorCode.set(request, refusal.code)
    // Without a cause, it is no error but a limit of Stockie's own, which strangers can reach.
    if (refusal.code === 'internal' || (refusal.code === 'unavailable' && refusal.cause)) {
      const req = describeRequest(request, response)
      log.error({ req, err: refusal.cause ?? error }, refusal.message)
    }
    // Part of a response is already sent. Only closing the connection tells the caller that it is incomplete.
    if (response.headersSent) response.destroy()
    else sendProblem(response, refusal)
  }
}

/** Express recognises an error handler by its fourth parameter. */
export function errorHandler(sendError: SendError): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => sendError(error, request, response)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    // First, because a caller that disconnects causes the same codes as a lost database connection.
    toMalformed(error) ??
    toUnavailable(error) ??
    toDataError(error) ??
    new AppError('internal', internalErrorMessage, { cause: error })
  )
}

/** Express and its body parser set status 400 when a request is aborted or cannot be decoded. */
function toMalformed(error: unknown): AppError | undefined {
  const isMalformed = error instanceof Error && 'status' in error && error.status === 400
  return isMalformed ? new AppError('malformed', 'The request cannot be read.') : undefined
}

export const notFound: RequestHandler = () => {
  throw new AppError('not_found', 'There is nothing at this address.')
}

/** Answers OPTIONS with 404. Express would list the methods, and no origin is allowed that needs them. */
export const rejectOptionsMethod: RequestHandler = (request, response, next) =>
  request.method === 'OPTIONS' ? notFound(request, response, next) : next()
