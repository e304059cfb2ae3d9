import { stockBeyondLimits } from '@stockie/contracts'
import { tooLongToSend } from '@/database/read-list'
import { AppError, type ErrorCode } from '@/errors'

/** PostgreSQL's codes and Node's, of a database that cannot be reached or asks to come back later. */
const unavailable =
  /^(08...|57P0[1-5]|53[0-3]00|58000|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Lost races, locks and (P2028) transactions that took too long: the same again may well succeed. */
const contended = /^(40001|40P01|55P03|57014|P2034|P2028)$/

/** PostgreSQL ended the one so that another could finish, and rolled it back whole. */
const lostRace = /^(40001|40P01|P2034)$/

/** Prisma's own words for the same. */
const prismaUnavailable = /^(P1001|P1002|P1008|P1011|P1017|P2024|P2037)$/

const poolTimeout =
  /timeout expired|timeout exceeded when trying to connect|connection terminated|connection timeout/i

/** A database that is down or busy, as the refusal that tells the caller to come back; else undefined. */
export function toUnavailable(error: unknown): AppError | undefined {
  for (const cause of causesOf(error)) {
    const codes = codesOf(cause)
    if (codes.some((code) => contended.test(code))) {
      return new AppError('unavailable', 'The database is busy.', { retryAfter: 1, cause: error })
    }
    const kind = 'kind' in cause ? String(cause.kind) : ''
    const gone =
      codes.some((code) => unavailable.test(code) || prismaUnavailable.test(code)) ||
      kind === 'DatabaseNotReachable' ||
      kind === 'ConnectionClosed' ||
      kind === 'TooManyConnections' ||
      kind === 'SocketTimeout' ||
      ('message' in cause && poolTimeout.test(String(cause.message)))
    if (gone) {
      return new AppError('unavailable', 'The database cannot be reached.', {
        retryAfter: 5,
        cause: error,
      })
    }
  }
  return undefined
}

/** Whether the same work, done again, may well succeed. */
export function isLostRace(error: unknown): boolean {
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
export function toDataRefusal(error: unknown): AppError | undefined {
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

/** PostgreSQL's code, or the driver's: an adapter keeps the original beside its own. */
function codesOf(cause: object): string[] {
  const original = 'originalCode' in cause ? [String(cause.originalCode)] : []
  return 'code' in cause ? [String(cause.code), ...original] : original
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
