import type { Problem } from '@stockie/contracts'

type Details = Partial<Pick<Problem, 'detail' | 'errors'>> & {
  retryAfter?: number
  cause?: unknown
}

/** What the API answered when it did not do what was asked, or that it did not answer at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when no answer came. */
  readonly status: number
  /** The fields that the API refused, each with its sentence. */
  readonly errors: NonNullable<Problem['errors']>
  /** Seconds to wait, with a 429 or a 503. */
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

/** Whether the same call may well succeed in a moment: nobody answered, or nobody could. */
export function isTransient(error: unknown) {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}
