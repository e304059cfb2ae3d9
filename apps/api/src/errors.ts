import type { ConflictDetails, ProblemCode } from '@stockie/contracts'

/** The kind of an error. Only http/problem.ts maps it to a status. */
export type ErrorCode = ProblemCode

export type BrokenField = { path: string; message: string }

type Extra = {
  /** Every invalid field, with its dotted path. */
  errors?: BrokenField[]
  /** Seconds after which the same request may succeed. */
  retryAfter?: number
  /** What another user did meanwhile. */
  details?: ConflictDetails
  cause?: unknown
}

/** An error that is sent to the caller: `message` becomes the problem's detail. */
export class AppError extends Error {
  override name = 'AppError'
  readonly errors: BrokenField[] | undefined
  readonly retryAfter: number | undefined
  readonly details: ConflictDetails | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    { errors, retryAfter, details, cause }: Extra = {},
  ) {
    super(message, { cause })
    this.errors = errors
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** The record does not exist or is deleted. */
export function noSuchRecord(recordName = 'record'): AppError {
  return new AppError('not_found', `There is no such ${recordName}.`)
}

/** Fields of the body are invalid. The message is that of the first one. */
export function invalidFields(errors: BrokenField[]): AppError {
  return new AppError('invalid', errors[0]?.message ?? 'The body is invalid.', { errors })
}

/** A reason not to start. Its message tells a person what to do, in one sentence. */
export class StartError extends Error {
  override name: string = 'StartError'
}
