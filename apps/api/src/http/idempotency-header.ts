import type { IncomingMessage } from 'node:http'
import { idempotencyKey, idempotencyKeyHeader } from '@stockie/contracts'
import { AppError } from '@/errors'

const optionalKey = idempotencyKey.optional()
const header = idempotencyKeyHeader.toLowerCase()

/** The caller's Idempotency-Key, undefined where there is none, or 400. */
export function readIdempotencyKey({ headers }: IncomingMessage): string | undefined {
  const result = optionalKey.safeParse(headers[header])
  if (result.success) return result.data
  const message = result.error.issues[0]?.message ?? 'The Idempotency-Key cannot be read.'
  throw new AppError('malformed', message, { errors: [{ path: idempotencyKeyHeader, message }] })
}
