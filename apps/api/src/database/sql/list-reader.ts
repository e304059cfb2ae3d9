import type { DateRangeQuery } from '@stockie/contracts'
import type { Pool, QueryResultRow } from 'pg'
import { type PreparedStatement, readRows } from '#src/database/pool/deadline-pool'
import type { NeededPosition } from '#src/database/pool/standby'
import { AppError, noSuchRecord } from '#src/errors'
import { accountSql, type Session } from './account-lookup'

/** The tables whose writes the table "changes" counts. */
type Source =
  | 'users'
  | 'customers'
  | 'suppliers'
  | 'categories'
  | 'expense_categories'
  | 'expenses'
  | 'products'
  | 'stock_movements'
  | 'sales'
  | 'purchases'
  | 'returns'
  | 'parked_sales'
  | 'day_sheets'
  | 'shop'
  | 'stock_counts'
  | 'stock_count_entries'

export type ListQuery = {
  /** Name of the prepared statement. Each text needs its own name. */
  name: string
  /** Selects the rows in their order, with the columns of the contract. */
  text: string
  values?: unknown[]
  /** Every table that the rows depend on. */
  sources: readonly Source[]
  /** Set if the rows depend only on the documents of these days. */
  days?: DateRangeQuery
  /** Set if the rows depend on the current day: that day, as yyyy-MM-dd. */
  day?: string
  /** Set for a sublist of one record: the record's kind, and SQL that is true if the record exists. */
  parent?: { kind: string; exists: string }
  /** Set for a paged list: selects the number of rows on all pages. */
  count?: string
  /** Returns the only row itself, not an array with it. */
  single?: true
}

/** The caller, and the revisions that the caller or the cache already has. */
export type ListCaller = Session & {
  /** The roles that may see the rows. */
  roles: readonly number[]
  /** The revisions whose rows are already available. */
  known: readonly string[]
  /** The position that the caller has seen, if a standby may answer. */
  seen?: string | undefined
  /** Set to read from a standby: what it must have replayed. */
  needed?: NeededPosition | undefined
}

/** Runs the statement of a caller's list. */
export type RunStatement = <Row extends QueryResultRow>(
  statement: PreparedStatement,
  caller: Pick<ListCaller, 'needed'>,
) => Promise<Row[]>

export function runOnPrimary(pool: Pool): RunStatement {
  return (statement) => readRows(pool, statement)
}

export type ReaderOptions = {
  limits?: Limits
  /** SQL of the position that each reading has. */
  positionSql?: string | undefined
}

type ListReading = {
  /** The caller's current role. Null if the session has ended. */
  role: number | null
  /** Changes with every write to the list's sources, and never repeats. */
  revision: string
  /** The rows as a JSON array. Null if the revision is known, or if the role may not see the rows. */
  body: Buffer | null
  /** The bytes of a list that is longer than `maxBytes`, and so has no body. Otherwise null. */
  excess: number | null
  /** The number of rows on all pages, for a paged list with a body. */
  total: number | null
  /** Set if the reader asks for positions. */
  position?: string | undefined
}

/** Far more than a browser shows, and well below what would exhaust the memory of the process. */
const defaultLimits = { rows: 200_000, bytes: 100_000_000 }

/** The size of the longest list. */
export const maxListBytes = defaultLimits.bytes

/**
 * A long list comes in chunks of this many rows. `pg` copies one long text several times, and these copies cost
 * the server 4 of 13 ms of CPU for 10,000 products (decision 009).
 */
const rowsPerChunk = 250

export const listTooLongMessage = 'This list is too long to be sent at once.'

type ReadList = (
  list: ListQuery,
  caller: ListCaller,
  options?: {
    /** Returns only the size of a longer list, so that its caller can make room for it. */
    maxBytes?: number
    /** False to learn the role and the revision alone. */
    withRows?: boolean
  },
) => Promise<ListReading>

/**
 * Reads the account, the revision and the rows in one statement: one round trip, one snapshot. A caller who
 * may not see the list learns nothing, not even that it does not exist.
 */
export function createListReader(
  run: RunStatement,
  { limits = defaultLimits, positionSql }: ReaderOptions = {},
): ReadList {
  // Cached, because pg compares the text at every call, and that is cheap only for the same string object.
  const statements = new Map<string, string>()

  return async (list, caller, { maxBytes = limits.bytes, withRows = true } = {}) => {
    const { userId, version, session, roles, known } = caller
    const { name, values = [], days = {}, parent } = list
    const text = statements.get(name) ?? listStatement(list, limits, positionSql)
    statements.set(name, text)
    const statement = {
      name,
      text,
      values: [
        ...values,
        userId,
        version,
        session,
        // No role may see the rows: the same prepared statement then reads none.
        withRows ? roles : [],
        known,
        days.startDate ?? '-infinity',
        days.endDate ?? 'infinity',
        maxBytes,
      ],
    }
    const rows = await run<Chunk>(statement, caller)
    const [first] = rows
    if (!first) throw new Error('A list statement must return at least one row.')
    const { role, revision, changed, found, fits, bytes, total, position } = first
    const nothing = { role, revision, body: null, excess: null, total: null, position }
    if (role === null || !roles.includes(role)) return nothing
    if (parent && !found) throw noSuchRecord(parent.kind)
    if (!changed) return nothing
    if (!fits) throw new AppError('malformed', listTooLongMessage)
    if (bytes > maxBytes) return { ...nothing, excess: bytes }
    const body = list.single ? Buffer.from(first.body) : joinArrays(rows.map((chunk) => chunk.body))
    return { role, revision, body, excess: null, total, position }
  }
}

/** Some rows of a list, with the properties of the whole list. */
type Chunk = {
  role: number | null
  revision: string
  /** Whether there is a body: the role may see it, and the revision is new. */
  changed: boolean
  found: boolean
  fits: boolean
  bytes: number
  total: number | null
  body: string
  position?: string
}

type Limits = { rows: number; bytes: number }

/**
 * SQL: the revision of the selected rows of the table "changes". A restored or emptied database counts from
 * the start again, so the revision also contains where the count began.
 */
export const revisionSql = `concat_ws('-',
  to_hex((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint),
  (select oid from pg_database where datname = current_database()),
  pg_relation_filenode('changes'),
  coalesce(sum(count), 0))`

/**
 * SQL: the caller's role, the revision and, if the revision is new and the role may see it, the rows as JSON.
 * Its values follow those of the list: user id, token version, session, roles, known revisions, first and
 * last day, and the largest size to return.
 *
 * The counts of days and the other counts are two queries, because an index serves each.
 */
function listStatement(
  { text, values = [], sources, parent, count, single }: ListQuery,
  limits: Limits,
  positionSql: string | undefined,
): string {
  const own = (n: number) => `$${values.length + n}`
  const [userId, version, session, roles, known] = [1, 2, 3, 4, 5].map(own)
  const [start, end, maxBytes] = [6, 7, 8].map(own)
  const ofSources = `source in (${sources.map((source) => `'${source}'`).join(', ')})`
  return `
    with account as (${accountSql({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}
    ), now as (
      select role, revision,
        coalesce(role = any(${roles}::int[]), false) and revision <> all(${known}::text[]) as changed
      from (
        select (select role from account) as role, ${revisionSql} as revision
        from (
          select count from changes where ${ofSources} and day = '-infinity'
          union all
          select count from changes
          where ${ofSources} and day > '-infinity' and day between ${start}::date and ${end}::date
        ) as counted
      ) as counted
    ), piece as (
      select max(position) as last, json_agg(list order by position)${single ? ' -> 0' : ''} as body
      from (
        select list, row_number() over () as position
        from (
          select * from (${text}) as row where (select changed from now) limit ${limits.rows + 1}
        ) as list
      ) as numbered
      group by (position - 1) / ${rowsPerChunk}
    ), measured as (
      -- Never cast to text: each cast would copy it. The size includes a header of 4 bytes.
      select last, body, max(last) over () as length, sum(pg_column_size(body) - 4) over () as bytes
      from piece
    )
    select role, revision, changed, (${parent?.exists ?? 'true'}) as found, 
      coalesce(length <= ${limits.rows} and bytes <= ${limits.bytes}, true) as fits,
      coalesce(bytes, 0) as bytes,
      case when changed then (${count ?? 'null::bigint'}) end as total,
      case when length <= ${limits.rows} and bytes <= least(${maxBytes}::bigint, ${limits.bytes}) then body
        else '[]' end as body${positionSql ? `, ${positionSql} as position` : ''}
    from now left join measured on true
    order by last`
}

const comma = ','.codePointAt(0) ?? 0

/** Joins several JSON arrays into one, directly as bytes: one long text would be another copy. */
export function joinArrays(arrays: readonly string[]): Buffer {
  const length = arrays.reduce((sum, array) => sum + Buffer.byteLength(array), 0)
  const bytes = Buffer.allocUnsafe(length - arrays.length + 1)
  let end = 0
  for (const array of arrays) {
    // Between two arrays, a comma replaces both brackets.
    const start = Math.max(end - 1, 0)
    end = start + bytes.write(array, start)
    if (start > 0) bytes[start] = comma
  }
  return bytes
}
