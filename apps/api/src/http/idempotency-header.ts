import { idempotencyKey, idempotencyKeyHeader } from '@stockie/contracts'
import type { Request } from 'express'
import { AppError } from '@/errors'

const optionalKey = idempotencyKey.optional()

/** The caller's Idempotency-Key, undefined where there is none, or 400. */
export function readIdempotencyKey(request: Request): string | undefined {
  const result = optionalKey.safeParse(request.get(idempotencyKeyHeader))
  if (result.success) return result.data
  const message = result.error.issues[0]?.message ?? 'The Idempotency-Key cannot be read.'
  throw new AppError('malformed', message, { errors: [{ path: idempotencyKeyHeader, message }] })
}
