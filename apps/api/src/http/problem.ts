import { STATUS_CODES, type ServerResponse } from 'node:http'
import { problemType, type Problem } from '@stockie/contracts'
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

export function sendProblem(response: ServerResponse, refusal: AppError): void {
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
