import { idempotencyKeyHeader } from '@stockie/contracts'

import { ApiError } from './api-error'

/** Whether something else was recorded under the key that was sent. */
export function isKeyUsed(error: unknown) {
  const isTheKey = ({ path }: { path: string }) => path === idempotencyKeyHeader
  return error instanceof ApiError && error.status === 409 && error.errors.some(isTheKey)
}
