import type { ProblemCode } from '@stockie/contracts'

/** What can go wrong, in words. Only the error handler turns one into a status. */
export type ErrorCode = ProblemCode

export type BrokenField = { path: string; message: string }

type Extra = {
  /** Every broken field, by its dotted path. */
  errors?: BrokenField[]
  /** Seconds after which the same call may succeed. */
  retryAfter?: number
  cause?: unknown
}

/** A refusal that the caller may read: `message` becomes the problem's detail. */
export class AppError extends Error {
  override name = 'AppError'
  readonly errors: BrokenField[] | undefined
  readonly retryAfter: number | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    { errors, retryAfter, cause }: Extra = {},
  ) {
    super(message, { cause })
    this.errors = errors
    this.retryAfter = retryAfter
  }
}
