import { AppError } from '@/errors'

const message = 'Price must be a positive integer'
const range = 'startDate must not be after endDate'

/** How a call can be refused: what the status means, and an example of it. */
export const refusals = {
  400: {
    meaning:
      'The body is not valid JSON, the query or the path cannot be read, or a list is too long to be sent.',
    example: new AppError('malformed', range, { errors: [{ path: 'startDate', message: range }] }),
  },
  401: {
    meaning: 'No token, or one that does not count any more.',
    example: new AppError('unauthenticated', 'Please log in.'),
  },
  403: {
    meaning: "The account's role does not allow this.",
    example: new AppError('forbidden', "You don't have permission to do this."),
  },
  404: {
    meaning: 'There is no such record, or it is deleted.',
    example: new AppError('not_found', 'There is no such record.'),
  },
  409: {
    meaning: 'The same `Idempotency-Key` was sent with another body before.',
    example: new AppError('conflict', 'This Idempotency-Key was used with another body.'),
  },
  413: {
    meaning: 'The body is too large.',
    example: new AppError('too_large', 'The body is too large.'),
  },
  415: {
    meaning: 'The body is not JSON in UTF-8, or it is compressed.',
    example: new AppError('unsupported_type', 'The body must be JSON: application/json.'),
  },
  422: {
    meaning: 'The body breaks a rule; `errors` names every broken field.',
    example: new AppError('invalid', message, { errors: [{ path: 'price', message }] }),
  },
  429: {
    meaning: 'Too many failed attempts; `Retry-After` says when there may be another.',
    example: new AppError('too_many', 'Too many failed attempts. Please try again in 15 minutes.', {
      retryAfter: 900,
    }),
  },
  500: {
    meaning: 'A mistake of ours.',
    example: new AppError('internal', 'Something went wrong. The log knows more.'),
  },
  503: {
    meaning:
      'The database cannot be reached, is busy or has no space left; `Retry-After` says when to come back.',
    example: new AppError('unavailable', 'The database cannot be reached.', { retryAfter: 5 }),
  },
} as const
