import type { Problem } from '@stockie/contracts'

type Details = Partial<Pick<Problem, 'detail' | 'errors'>> & {
  retryAfter?: number
  cause?: unknown
}

/** The API refused or failed to handle a request, or it did not answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 if no answer arrived. */
  readonly status: number
  /** The fields that the API refused, each with its message. */
  readonly errors: NonNullable<Problem['errors']>
  /** Seconds to wait before a retry, with a 429 or a 503. */
  readonly retryAfter: number | undefined

  constructor(status: number, { detail, errors = [], retryAfter, cause }: Details = {}) {
    super(detail ?? 'Something went wrong. Please try again.', { cause })
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

export function unreachableError(cause: unknown) {
  return new ApiError(0, {
    detail: 'Stockie cannot be reached. Please check your connection and try again.',
    cause,
  })
}

/** A retry may succeed in a moment: the API did not answer, or it was unavailable. */
export function isTransient(error: unknown) {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}
