import { stockBeyondLimits } from '@stockie/contracts'
import { listTooLongMessage } from '#src/database/sql/list-reader'
import { primaryOnlyRoutine } from '#src/database/sql/position'
import { AppError, type ErrorCode } from '#src/errors'

type Outage = {
  codes?: RegExp
  text?: RegExp
  /** The function of PostgreSQL that fails. Its message may be in any language. */
  routine?: RegExp
  message: string
  retryAfter: number
}

export const unreachableMessage = 'The database cannot be reached.'
const readOnlyMessage = 'The database is read-only at the moment.'

/**
 * Why the database cannot answer: by the codes of PostgreSQL, Prisma and Node, by the message of a driver that sets
 * no code, or by the routine. The first match wins.
 */
const outages: Outage[] = [
  {
    codes: /^STANDBY_WAIT$/,
    message:
      'The database waits for its standby, and your change waits with it. It may be saved later. Press the button again, or send the request again with the same Idempotency-Key: it is saved only once. Without a key, look first.',
    retryAfter: 5,
  },
  {
    codes: /^53100$/,
    message: 'The database has no space left. Nothing can be saved until you free some space.',
    retryAfter: 30,
  },
  {
    // A managed database is read-only during a failover, or when it has no space left.
    codes: /^25006$/,
    message: readOnlyMessage,
    retryAfter: 30,
  },
  {
    // A server in recovery has no position of a primary. PostgreSQL's code is 55000, which has other reasons too.
    routine: primaryOnlyRoutine,
    message: readOnlyMessage,
    retryAfter: 5,
  },
  {
    // Conflicts, locks, timeouts and an exhausted pool: the same request may succeed a second later.
    codes:
      /^(40001|40P01|55P03|57014|25P0[34]|53[0234]00|P2034|P2028|P2024|P2037|TooManyConnections)$/,
    text: /timeout exceeded when trying to connect/i,
    message: 'The database is busy.',
    retryAfter: 1,
  },
  {
    codes:
      /^(08...|57P0[1-5]|58000|58030|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|28000|28P01|(ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_\w+|P1001|P1002|P1008|P1011|P1017|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/,
    text: /timeout expired|connection terminated|connection timeout|not queryable|SSL connection/i,
    message: unreachableMessage,
    retryAfter: 5,
  },
]

/** Serialization failures and deadlocks. PostgreSQL has rolled back the whole transaction. */
const conflictCodes = /^(40001|40P01|P2034)$/

/** Returns a 503 with a Retry-After if the database cannot answer, else undefined. */
export function toUnavailable(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    const codes = codesOf(cause)
    const causeMessage = 'message' in cause ? String(cause.message) : ''
    const causeRoutine = 'routine' in cause ? String(cause.routine) : ''
    const outage = outages.find(
      ({ codes: known, text, routine }) =>
        codes.some((code) => known?.test(code)) ||
        text?.test(causeMessage) ||
        routine?.test(causeRoutine),
    )
    if (!outage) continue
    const { message, retryAfter } = outage
    return new AppError('unavailable', message, { retryAfter, cause: error })
  }
  return undefined
}

/** Whether the write failed only because another one ran at the same time, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return [...causesOf(error)].some((cause) =>
    codesOf(cause).some((code) => conflictCodes.test(code)),
  )
}

const dataErrors = new Map<string, [ErrorCode, string]>([
  ['22003', ['invalid', 'A number is too large to be stored.']],
  ['22021', ['invalid', 'A text contains a character that cannot be stored.']],
  ['22P05', ['invalid', 'A text contains a character that cannot be stored.']],
  ['23514', ['invalid', 'A value violates a rule of the database.']],
  // The JSON of the list is longer than PostgreSQL's limit for a text.
  ['54000', ['malformed', listTooLongMessage]],
  ['P2025', ['not_found', 'There is no such record.']],
  ['23503', ['conflict', 'This record refers to a record that does not exist.']],
  ['23505', ['conflict', 'This record already exists.']],
])

/** Constraints with a message of their own. */
const constraintErrors = new Map<string, [ErrorCode, string]>([
  ['products_stock_within_2000000000', ['invalid', stockBeyondLimits]],
  [
    'return_lines_quantity_within_sold',
    ['conflict', 'More would be returned than was sold. Other returns have these items by now.'],
  ],
  [
    'returns_refund_within_paid',
    ['conflict', 'More would be refunded than was paid for the sale.'],
  ],
  [
    'returns_of_sales_not_deleted',
    ['conflict', 'The sale of this return was deleted. Restore the sale first.'],
  ],
])

/** The code of raise_books_closed. Its message is a sentence with the date. */
const booksClosedCode = 'BK001'

/** Returns the error for data that PostgreSQL rejects, else undefined. It names no table or constraint. */
export function toDataError(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    if (codesOf(cause).includes(booksClosedCode)) {
      return new AppError('books_closed', messageOf(cause), { cause: error })
    }
    const ofConstraint =
      'constraint' in cause ? constraintErrors.get(String(cause.constraint)) : undefined
    const known =
      ofConstraint ??
      codesOf(cause)
        .map((code) => dataErrors.get(code))
        .find(Boolean)
    if (known) return new AppError(...known, { cause: error })
  }
  return undefined
}

/** Prisma's own error wraps the sentence of PostgreSQL in another one. */
function messageOf(cause: object): string {
  if ('originalMessage' in cause) return String(cause.originalMessage)
  return 'message' in cause ? String(cause.message) : ''
}

/** The codes of PostgreSQL and the driver. Prisma's adapter adds the original code, or only a kind. */
function codesOf(cause: object): string[] {
  return [
    ...('code' in cause ? [String(cause.code)] : []),
    ...('originalCode' in cause ? [String(cause.originalCode)] : []),
    ...('kind' in cause ? [String(cause.kind)] : []),
  ]
}

/** The error and all errors that it wraps. Drivers, adapters and pools each add a layer. */
function* causesOf(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== 'object' || error === null || depth > 5) return
  yield error
  if ('cause' in error) yield* causesOf(error.cause, depth + 1)
  if ('meta' in error && typeof error.meta === 'object' && error.meta !== null) {
    if ('driverAdapterError' in error.meta) {
      yield* causesOf(error.meta.driverAdapterError, depth + 1)
    }
  }
  if (error instanceof AggregateError) {
    for (const inner of error.errors) yield* causesOf(inner, depth + 1)
  }
}
