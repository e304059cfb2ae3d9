import { STATUS_CODES } from 'node:http'
import { problemType, type Problem } from '@stockie/contracts'
import type { Response } from 'express'
import type { AppError, ErrorCode } from '@/errors'

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

export function sendProblem(response: Response, refusal: AppError): void {
  const problem = toProblem(refusal)
  if (problem.status === 401) response.set('WWW-Authenticate', 'Bearer')
  if (refusal.retryAfter !== undefined) {
    response.set('Retry-After', String(Math.max(1, Math.ceil(refusal.retryAfter))))
  }
  response.set('Cache-Control', 'no-store')
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}
