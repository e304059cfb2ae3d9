import type { DateRangeQuery } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '@/errors'
import { accountOf } from './account-of'

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
export type ListCaller = {
  userId: number
  /** Of the token that they ask by. */
  version: number
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
  body: string | null
  /** How many rows there are on all pages, of a paged list that has a body. */
  total: number | null
}

/**
 * Far more than a browser shows, and well below what ends the process: a string has an end in Node, and
 * reaching it is no error that anybody could catch. Rows beyond their limit are not even put together.
 */
const longest = { rows: 200_000, bytes: 100_000_000 }

export const tooLongToSend = 'This list is too long to be sent at once.'

type ReadList = (list: ListQuery, caller: ListCaller) => Promise<ListReading>

/**
 * Reads the account, the revision and the rows in one statement: one round trip, and all of the same
 * moment. Nothing is told to whoever may not see the list, not even that it does not exist.
 */
export function createListReader(pool: Pool, most = longest): ReadList {
  // Of each name the very same text: comparing long ones is what costs, and pg does it at every call.
  const statements = new Map<string, string>()

  return async (list, { userId, version, roles, known }) => {
    const { name, values = [], days = {}, of } = list
    const text = statements.get(name) ?? statementOf(list, most)
    statements.set(name, text)
    const { rows } = await pool.query<ListReading & { fits: boolean; found: boolean }>({
      name,
      text,
      values: [
        ...values,
        userId,
        version,
        roles,
        known,
        days.startDate ?? '-infinity',
        days.endDate ?? 'infinity',
      ],
    })
    const [reading] = rows
    if (!reading) throw new Error('A reading of a list has one row, always.')
    const { fits, found, ...read } = reading
    if (read.role === null || !roles.includes(read.role)) return read
    if (of && !found) throw new AppError('not_found', `There is no such ${of.one}.`)
    if (!fits) throw new AppError('malformed', tooLongToSend)
    return read
  }
}

type Most = { rows: number; bytes: number }

/**
 * SQL: the caller's role, the revision of a list and, only where that is none of the known ones and the
 * role may see it, the rows as JSON. Its values come after those of the list: the account and its token
 * version, the roles, the known revisions, and the first and the last day.
 *
 * The counts of days and of everything else are looked up apart, since an index finds each by itself. A
 * database that was restored or emptied in between counts anew: where the count began is part of the
 * revision.
 */
function statementOf(
  { text, values = [], sources, of, count, single }: ListQuery,
  most: Most,
): string {
  const asJson = single ? 'json_agg(list) -> 0' : "coalesce(json_agg(list), '[]')"
  const own = (n: number) => `$${values.length + n}`
  const [userId, version, roles, known, start, end] = [1, 2, 3, 4, 5, 6].map(own)
  const ofSources = `source in (${sources.map((source) => `'${source}'`).join(', ')})`
  return `
    with account as (${accountOf(`${userId}::int`, `${version}::int`)}
    ), now as (
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
    )
    select role, revision, total, fits, (${of?.exists ?? 'true'}) as found,
      case when fits then body end as body
    from (
      -- Nowhere a text: each time that it became one it would be copied. Four bytes say how long it is.
      select *, not changed or coalesce(pg_column_size(body) - 4 <= ${most.bytes}, false) as fits
      from (
        select role, revision, changed,
          case when changed then (
            select case when count(*) <= ${most.rows} then ${asJson} end
            from (select * from (${text}) as row limit ${most.rows + 1}) as list
          ) end as body,
          case when changed then (${count ?? 'null::bigint'}) end as total
        from (
          select role, revision,
            coalesce(role = any(${roles}::int[]), false) and revision <> all(${known}::text[])
              as changed
          from now
        ) as now
        -- Keeps the body from being put together once for each mention of it.
        offset 0
      ) as read
      offset 0
    ) as measured`
}
