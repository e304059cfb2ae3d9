import { deletedSinceHeader, idempotencyKeyHeader } from '@stockie/contracts'

import { ApiError, call, readAnswer } from './api-client'

/**
 * Random enough that two documents or records never share a key. `crypto.randomUUID` is missing in
 * a shop that opens Stockie over its own network without HTTPS.
 */
export function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key was used before, with a different request body. */
export function isKeyConflict(error: unknown) {
  const isKeyError = ({ path }: { path: string }) => path === idempotencyKeyHeader
  return error instanceof ApiError && error.status === 409 && error.errors.some(isKeyError)
}

/** The API has answered and stored nothing. An earlier request with the same key may still have stored it. */
export function isRefusal(error: unknown) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export interface CreatedAnswer<Row> {
  row: Row
  /** The record was created by an earlier request and has been deleted since. */
  isDeleted: boolean
}

/**
 * Creates a record. A retry with the same key creates nothing new. If the signal is aborted with an ApiError, it
 * fails with that error.
 */
export async function requestIdempotentCreate<Row>(
  path: string,
  sent: { body: unknown; idempotencyKey: string; signal: AbortSignal },
): Promise<CreatedAnswer<Row>> {
  try {
    const response = await call('POST', path, sent)
    const row = (await readAnswer(response)) as Row
    return { row, isDeleted: response.headers.has(deletedSinceHeader) }
  } catch (error) {
    const { reason } = sent.signal
    throw reason instanceof ApiError ? reason : error
  }
}

interface AlreadySavedDetails {
  /** Describes the saved document, if it is known. */
  document?: string | undefined
  isDeleted?: boolean
  cause?: unknown
}

/** An earlier request with the same key has created the record or the document. */
export class AlreadySavedError extends Error {
  override name = 'AlreadySavedError'
  readonly document: string | undefined
  readonly isDeleted: boolean

  constructor(message: string, { document, isDeleted = false, cause }: AlreadySavedDetails = {}) {
    super(message, { cause })
    this.document = document
    this.isDeleted = isDeleted
  }
}

/** Adds a record. A retry with the same key, after a lost answer, adds no second record. */
export async function createOnce<Row>(
  path: string,
  sent: { body: unknown; idempotencyKey: string; signal: AbortSignal },
) {
  const { row, isDeleted } = await requestIdempotentCreate<Row>(path, sent).catch(
    (cause: unknown) => {
      if (!isKeyConflict(cause)) throw cause
      throw new AlreadySavedError(
        'This was added already. Your later changes were not saved. Save it again to add the changed one as well.',
        { cause },
      )
    },
  )
  if (isDeleted) {
    throw new AlreadySavedError(
      'This was added already, and deleted since. Save it again to add it once more.',
      { isDeleted },
    )
  }
  return row
}
