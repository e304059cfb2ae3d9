import type { DateRangeQuery } from '@stockie/contracts'
import type { Pool } from 'pg'
import { AppError } from '@/errors'

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

export type ListReading = {
  /** Different after every write to the list's sources, and never the same again. */
  revision: string
  /** The rows as a JSON array; null where the revision is the one that the caller knows. */
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

/**
 * Reads the revision and the rows in one statement, so that both are of the same moment. A database
 * that was restored or emptied in between counts anew: where the count began is part of the revision.
 */
export async function readList(
  pool: Pool,
  { name, text, values = [], sources, days = {}, of, count, single }: ListQuery,
  known: string | undefined,
  most = longest,
): Promise<ListReading> {
  const asJson = single ? 'json_agg(list) -> 0' : "coalesce(json_agg(list), '[]')"
  const [source, start, end, knownRevision, bytes] = [1, 2, 3, 4, 5].map(
    (n) => `$${values.length + n}`,
  )
  const { rows } = await pool.query<ListReading & { fits: boolean; found: boolean }>({
    name,
    text: `
      with now as (
        select concat_ws('-',
            to_hex((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint),
            (select oid from pg_database where datname = current_database()),
            pg_relation_filenode('changes'),
            coalesce(sum(count), 0)) as revision
        from changes
        where source = any(${source}::text[])
          and (day = '-infinity' or day between ${start}::date and ${end}::date)
      )
      select revision, total, fits, (${of?.exists ?? 'true'}) as found, case when fits then body end as body
      from (
        select *, not changed or coalesce(octet_length(body) <= ${bytes}::int, false) as fits
        from (
          select revision, changed,
            case when changed then (
              select case when count(*) <= ${most.rows} then (${asJson})::text end
              from (select * from (${text}) as row limit ${most.rows + 1}) as list
            ) end as body,
            case when changed then (${count ?? 'null::bigint'}) end as total
          from (select revision, revision is distinct from ${knownRevision} as changed from now)
            as now
          -- Keeps the body from being put together once for each mention of it.
          offset 0
        ) as read
        offset 0
      ) as measured`,
    values: [
      ...values,
      sources,
      days.startDate ?? '-infinity',
      days.endDate ?? 'infinity',
      known ?? null,
      most.bytes,
    ],
  })
  const [reading] = rows
  if (!reading) throw new Error('A reading of a list has one row, always.')
  const { fits, found, ...list } = reading
  if (of && !found) throw new AppError('not_found', `There is no such ${of.one}.`)
  if (!fits) throw new AppError('malformed', tooLongToSend)
  return list
}
