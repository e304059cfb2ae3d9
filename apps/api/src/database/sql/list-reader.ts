import type { DateRangeQuery } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '#src/errors'
import { accountSql, type Session } from './fragments'

/** What "changes" keeps count of: the table that a write has touched. */
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

export type ListQuery = {
  /** Of the prepared statement; one text has one name. */
  name: string
  /** Selects the rows, in their order, with the columns that the contract names. */
  text: string
  values?: unknown[]
  /** Every table that the rows show anything of. */
  sources: readonly Source[]
  /** Where the rows depend on the documents of these days alone. */
  days?: DateRangeQuery
  /** Of a list of one record's own: what that is, and SQL that is true where there is one. */
  of?: { one: string; exists: string }
  /** Of a paged list: selects how many rows there are on all pages. */
  count?: string
  /** The answer is the only row itself, not an array of it. */
  single?: true
}

/** Who asks, and what they or we have of it already. */
export type ListCaller = Session & {
  /** Whoever has another role gets no rows. */
  roles: readonly number[]
  /** The revisions of which the rows are at hand. */
  known: readonly string[]
}

type ListReading = {
  /** The caller's role as it is now; null where their session has ended. */
  role: number | null
  /** Different after every write to the list's sources, and never the same again. */
  revision: string
  /** The rows as a JSON array; null where the revision is a known one, or the role not among those. */
  body: Buffer | null
  /** How many rows there are on all pages, of a paged list that has a body. */
  total: number | null
}

/** Far more than a browser shows, and well below what ends the process, which has to hold all of it. */
const longest = { rows: 200_000, bytes: 100_000_000 }

/**
 * A long list comes in pieces: what `pg` copies together for one long text, and the collecting of it, costs
 * Node more than all the rest of sending a list.
 */
const rowsAPiece = 250

export const tooLongToSend = 'This list is too long to be sent at once.'

type ReadList = (list: ListQuery, caller: ListCaller) => Promise<ListReading>

/**
 * Reads the account, the revision and the rows in one statement: one round trip, and all of the same
 * moment. Nothing is told to whoever may not see the list, not even that it does not exist.
 */
export function createListReader(pool: Pool, most = longest): ReadList {
  // Of each name the very same text: comparing long ones is what costs, and pg does it at every call.
  const statements = new Map<string, string>()

  return async (list, { userId, version, session, roles, known }) => {
    const { name, values = [], days = {}, of } = list
    const text = statements.get(name) ?? listStatement(list, most)
    statements.set(name, text)
    const { rows } = await pool.query<Piece>({
      name,
      text,
      values: [
        ...values,
        userId,
        version,
        session,
        roles,
        known,
        days.startDate ?? '-infinity',
        days.endDate ?? 'infinity',
      ],
    })
    const [first] = rows
    if (!first) throw new Error('A reading of a list has one row at least.')
    const { role, revision, changed, found, fits, total } = first
    const nothing = { role, revision, body: null, total: null }
    if (role === null || !roles.includes(role)) return nothing
    if (of && !found) throw new AppError('not_found', `There is no such ${of.one}.`)
    if (!changed) return nothing
    if (!fits) throw new AppError('malformed', tooLongToSend)
    const body = list.single ? Buffer.from(first.body) : joinArrays(rows.map((piece) => piece.body))
    return { role, revision, body, total }
  }
}

/** Some rows of a list, and what is true of all of it. */
type Piece = {
  role: number | null
  revision: string
  /** Whether there is a body: the role may see it, and the revision is none of the known. */
  changed: boolean
  found: boolean
  fits: boolean
  total: number | null
  body: string
}

type Most = { rows: number; bytes: number }

/**
 * SQL: the caller's role, the revision of a list and, only where that is none of the known ones and the
 * role may see it, the rows as JSON. Its values come after those of the list: the account, its token
 * version and the session, the roles, the known revisions, and the first and the last day.
 *
 * The counts of days and of everything else are looked up apart, since an index finds each by itself. A
 * database that was restored or emptied in between counts anew: where the count began is part of the
 * revision.
 */
function listStatement(
  { text, values = [], sources, of, count, single }: ListQuery,
  most: Most,
): string {
  const own = (n: number) => `$${values.length + n}`
  const [userId, version, session, roles, known, start, end] = [1, 2, 3, 4, 5, 6, 7].map(own)
  const ofSources = `source in (${sources.map((source) => `'${source}'`).join(', ')})`
  return `
    with account as (${accountSql({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}
    ), now as (
      select role, revision,
        coalesce(role = any(${roles}::int[]), false) and revision <> all(${known}::text[]) as changed
      from (
        select (select role from account) as role, concat_ws('-',
            to_hex((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint),
            (select oid from pg_database where datname = current_database()),
            pg_relation_filenode('changes'),
            coalesce(sum(count), 0)) as revision
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
          select * from (${text}) as row where (select changed from now) limit ${most.rows + 1}
        ) as list
      ) as numbered
      group by (position - 1) / ${rowsAPiece}
    ), measured as (
      -- Nowhere a text: each time that it became one it would be copied. Four bytes say how long it is.
      select last, body,
        max(last) over () <= ${most.rows} and sum(pg_column_size(body) - 4) over () <= ${most.bytes} as fits
      from piece
    )
    select role, revision, changed, (${of?.exists ?? 'true'}) as found, coalesce(fits, true) as fits,
      case when changed then (${count ?? 'null::bigint'}) end as total,
      case when fits then body else '[]' end as body
    from now left join measured on true
    order by last`
}

const comma = ','.codePointAt(0) ?? 0

/** One JSON array of several, as it is sent. Never one long text, which would be one copy more. */
export function joinArrays(arrays: readonly string[]): Buffer {
  const length = arrays.reduce((sum, array) => sum + Buffer.byteLength(array), 0)
  const bytes = Buffer.allocUnsafe(length - arrays.length + 1)
  let end = 0
  for (const array of arrays) {
    // Where one ends and the next begins, a comma takes the place of both brackets.
    const start = Math.max(end - 1, 0)
    end = start + bytes.write(array, start)
    if (start > 0) bytes[start] = comma
  }
  return bytes
}

/**
 * A report of one row that is read as quickly as it is found out whether anything has changed since. It is
 * known again by itself.
 */
export type RowQuery = Pick<ListQuery, 'name' | 'text' | 'values'>

type RowReading = {
  /** The caller's role as it is now; null where their session has ended. */
  role: number | null
  /** The row as JSON; null where the role may not see it. */
  body: string | null
}

type ReadRow = (row: RowQuery, caller: Omit<ListCaller, 'known'>) => Promise<RowReading>

/** Reads the account and the row in one statement, as a list is read. */
export function createRowReader(pool: Pool): ReadRow {
  // Of each name the very same text: comparing long ones is what costs, and pg does it at every call.
  const statements = new Map<string, string>()

  return async (row, { userId, version, session, roles }) => {
    const { name, values = [] } = row
    const text = statements.get(name) ?? rowStatement(row)
    statements.set(name, text)
    const { rows } = await pool.query<RowReading>({
      name,
      text,
      values: [...values, userId, version, session, roles],
    })
    return rows[0] ?? { role: null, body: null }
  }
}

/** SQL. Its values come after those of the row: the account, its token version and the session, and the roles. */
function rowStatement({ text, values = [] }: RowQuery): string {
  const [userId, version, session, roles] = [1, 2, 3, 4].map((n) => `$${values.length + n}`)
  return `
    select role, case when role = any(${roles}::int[])
      then (select row_to_json(report) from (${text}) as report) end as body
    from (${accountSql({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}) as account`
}
