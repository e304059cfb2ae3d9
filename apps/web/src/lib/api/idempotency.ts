import { idempotencyKeyHeader } from '@stockie/contracts'

import { requestIdempotentCreate } from './api-client'
import { ApiError } from './api-error'

/**
 * Random enough that no two documents or records ever share one. Not `crypto.randomUUID`, which a
 * shop that opens Stockie over its own network, without HTTPS, does not have.
 */
export function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether something else was recorded under the key that was sent. */
export function isKeyConflict(error: unknown) {
  const isTheKey = ({ path }: { path: string }) => path === idempotencyKeyHeader
  return error instanceof ApiError && error.status === 409 && error.errors.some(isTheKey)
}

/** What the form held when it was sent before is added already. */
export class RecordAlreadySavedError extends ApiError {
  override name = 'AddedEarlier'

  constructor({ isDeleted, cause }: { isDeleted: boolean; cause?: unknown }) {
    const detail = isDeleted
      ? 'This was added already, and deleted since. Save it again to add it anew.'
      : 'This was added already. What you have changed since is not in it. Save it again to add the changed one as well.'
    super(409, { detail, cause })
  }
}

/** Adds a record: the same one again, after an answer that never came, adds no second. */
export async function createOnce<Row>(
  path: string,
  sent: { body: unknown; idempotencyKey: string },
) {
  const { row, isDeleted } = await requestIdempotentCreate<Row>(path, sent).catch(
    (cause: unknown) => {
      throw isKeyConflict(cause) ? new RecordAlreadySavedError({ isDeleted: false, cause }) : cause
    },
  )
  if (isDeleted) throw new RecordAlreadySavedError({ isDeleted })
  return row
}
