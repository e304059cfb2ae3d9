import { stockBeyondLimits } from '@stockie/contracts'
import { tooLongToSend } from '#src/database/sql/list-reader'
import { AppError, type ErrorCode } from '#src/errors'

type Trouble = { codes: RegExp; words?: RegExp; message: string; retryAfter: number }

export const unreachable = 'The database cannot be reached.'

/**
 * Why the database does not serve, by the codes of PostgreSQL, Prisma and Node, or where a driver gives
 * none by its words. The first that fits counts.
 */
const troubles: Trouble[] = [
  {
    codes: /^53100$/,
    message: 'The database has no space left: nothing can be written until there is some.',
    retryAfter: 30,
  },
  {
    // As a managed database is while it has no space left, or while another takes its place.
    codes: /^25006$/,
    message: 'The database can only be read for now.',
    retryAfter: 30,
  },
  {
    // Lost races, locks, transactions that took too long, no connection free: the same again may well succeed.
    codes:
      /^(40001|40P01|55P03|57014|25P0[34]|53[0234]00|P2034|P2028|P2024|P2037|TooManyConnections)$/,
    words: /timeout exceeded when trying to connect/i,
    message: 'The database is busy.',
    retryAfter: 1,
  },
  {
    codes:
      /^(08...|57P0[1-5]|58000|58030|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1011|P1017|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/,
    words: /timeout expired|connection terminated|connection timeout|not queryable/i,
    message: unreachable,
    retryAfter: 5,
  },
]

/** PostgreSQL ended the one so that another could finish, and rolled it back whole. */
const lostRace = /^(40001|40P01|P2034)$/

/** A database that does not serve, as the refusal that tells the caller to come back; else undefined. */
export function toUnavailable(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    const codes = codesOf(cause)
    const said = 'message' in cause ? String(cause.message) : ''
    const trouble = troubles.find(
      ({ codes: known, words }) => codes.some((code) => known.test(code)) || words?.test(said),
    )
    if (!trouble) continue
    const { message, retryAfter } = trouble
    return new AppError('unavailable', message, { retryAfter, cause: error })
  }
  return undefined
}

/** Whether the same work, done again, may well succeed. */
export function isConflict(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => codesOf(cause).some((code) => lostRace.test(code)))
}

const dataRefusals = new Map<string, [ErrorCode, string]>([
  ['22003', ['invalid', 'A number is too large to be stored.']],
  ['22021', ['invalid', 'A text contains a character that cannot be stored.']],
  ['22P05', ['invalid', 'A text contains a character that cannot be stored.']],
  ['23514', ['invalid', 'A value breaks a rule of what is stored.']],
  // Longer than a text can be in PostgreSQL.
  ['54000', ['malformed', tooLongToSend]],
  ['P2025', ['not_found', 'There is no such record.']],
  ['23503', ['conflict', 'A record that this one names does not exist.']],
  ['23505', ['conflict', 'There is such a record already.']],
])

/** Rules whose breaking says more than "a rule". */
const ruleRefusals = new Map<string, [ErrorCode, string]>([
  ['products_stock_within_2000000000', ['invalid', stockBeyondLimits]],
])

/** Data that PostgreSQL does not take, as a refusal that names nothing of its inside; else undefined. */
export function toDataError(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    const rule = 'constraint' in cause ? ruleRefusals.get(String(cause.constraint)) : undefined
    const known =
      rule ??
      codesOf(cause)
        .map((code) => dataRefusals.get(code))
        .find(Boolean)
    if (known) return new AppError(...known, { cause: error })
  }
  return undefined
}

/** PostgreSQL's code, or the driver's: an adapter keeps the original beside its own, or a kind instead. */
function codesOf(cause: object): string[] {
  return [
    ...('code' in cause ? [String(cause.code)] : []),
    ...('originalCode' in cause ? [String(cause.originalCode)] : []),
    ...('kind' in cause ? [String(cause.kind)] : []),
  ]
}

/** The error itself and what it wraps: drivers, adapters and pools each add a layer. */
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
