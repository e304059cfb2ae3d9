import type { DateRangeQuery } from '@stockie/contracts'
import { accountSql } from './account-lookup'

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
  /** Set if the rows come in parts: after a write, only the changed parts are read again. */
  parts?: RowParts
}

/**
 * How the rows of a list are divided into parts (decision 075). A part is a day, and the newest comes first. Or it is some
 * ids of a table, and the lowest come first. Each write to `sources` must also change the row in the table.
 */
type RowParts = { day: string } | { table: 'products'; sources: readonly Source[] }

export function orderOfParts(parts: RowParts): 'asc' | 'desc' {
  return 'day' in parts ? 'desc' : 'asc'
}

/**
 * A long list comes in chunks of this many rows. `pg` copies one long text several times, and these copies cost
 * the server 4 of 13 ms of CPU for 10,000 products (decision 009).
 */
const rowsPerChunk = 250

/**
 * A smaller part is read sooner, but there are more of them to compare. With many tills, a part of 250 would change
 * between most reads.
 */
const idsPerPart = 100

export type ListLimits = { rows: number; bytes: number }

/**
 * SQL: the revision of the selected rows of the table "changes". A restored or emptied database counts from
 * the start again, so the revision also contains where the count began.
 */
export const revisionSql = revisionOf('true')

function revisionOf(condition: string): string {
  return `concat_ws('-',
    to_hex((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint),
    (select oid from pg_database where datname = current_database()),
    pg_relation_filenode('changes'),
    coalesce(sum(count) filter (where ${condition}), 0))`
}

/**
 * SQL: the caller's role, the revision and, if the revision is new and the role may see it, the rows as JSON. They come in
 * chunks, in PostgreSQL's order. `last` gives the place of a chunk in the list, and `bytes` is the sum up to this chunk.
 * Its values follow those of the list: user id, token version, session, roles, known revisions, first and
 * last day, and the most bytes to return. For a list in parts, the base, keys and versions of the cached parts follow.
 */
export function listStatement(
  list: ListQuery,
  limits: ListLimits,
  positionSql: string | undefined,
): string {
  const { text, values = [], sources, parent, count, single, parts } = list
  const own = (n: number) => `$${values.length + n}`
  const [userId, version, session, roles, known] = [1, 2, 3, 4, 5].map(own)
  const [start, end, maxBytes] = [6, 7, 8].map(own)
  const { counted, ofDays } = countsOf(sources, { start, end })
  const divided = parts && divideRows(text, parts, { ofDays, cached: [9, 10, 11].map(own) })
  const { base, versions, chunk, columns } = divided ?? undivided
  const rows = divided?.rows ?? `select * from (${text}) as row where (select changed from now)`
  return `
    with account as (${accountSql({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}
    ), now as (
      select present.*,
        coalesce(role = any(${roles}::int[]), false) and revision <> all(${known}::text[]) as changed
      from (
        select (select role from account) as role, ${revisionSql} as revision${base}
        from (${counted}) as counted
      ) as present
    ),${versions} piece as (
      select ${chunk.columns}, max(position) as last, count(*)::int as rows,
        json_agg(list order by position)${single ? ' -> 0' : ''} as body
      from (
        select list,${divided ? ` ${divided.key} as part,` : ''} row_number() over () as position
        from (${rows} limit ${limits.rows + 1}) as list
      ) as numbered
      group by ${chunk.keys}
    ), measured as (
      -- Never cast to text: each cast would copy it. The size includes a header of 4 bytes.
      -- Add up only the chunks so far, and do not sort: otherwise PostgreSQL copies all chunks before it sends the first.
      select *, row_number() over before as number, sum(pg_column_size(body) - 4) over before as bytes
      from piece window before as (order by ${chunk.keys} rows unbounded preceding)
    )
    select role, revision, changed, (${parent?.exists ?? 'true'}) as found, last,
      coalesce(last <= ${limits.rows} and bytes <= ${limits.bytes}, true) as fits,
      coalesce(bytes, 0) as bytes,
      case when changed then (${count ?? 'null::bigint'}) end as total,${columns}
      case when last <= ${limits.rows} and bytes <= least(${maxBytes}::bigint, ${limits.bytes}) then body
        else '[]' end as body${positionSql ? `, ${positionSql} as position` : ''}
    from now left join measured on true`
}

/**
 * SQL: only the role and the revision of a list in parts. Its values are the user id, the token version, the session, and
 * the first and last day. It takes PostgreSQL half the time of `listStatement` for an unchanged list.
 */
export function revisionStatement({ sources }: ListQuery, positionSql: string | undefined): string {
  const { counted } = countsOf(sources, { start: '$4', end: '$5' })
  return `
    with account as (${accountSql({ userId: '$1::int', version: '$2::int', session: '$3::bytea' })})
    select (select role from account) as role, ${revisionSql} as revision${positionSql ? `, ${positionSql} as position` : ''}
    from (${counted}) as counted`
}

/** SQL: the rows of "changes" that count for a list. An index serves each of the two queries. */
function countsOf(sources: readonly Source[], { start, end }: { start?: string; end?: string }) {
  const ofSources = isOneOf(sources)
  const ofDays = `${ofSources} and day > '-infinity' and day between ${start}::date and ${end}::date`
  const counted = `
    select source, day, count from changes where ${ofSources} and day = '-infinity'
    union all
    select source, day, count from changes where ${ofDays}`
  return { counted, ofDays }
}

const chunkOfPosition = `(position - 1) / ${rowsPerChunk} as chunk`
const undivided = {
  base: '',
  versions: '',
  chunk: { columns: chunkOfPosition, keys: 'chunk' },
  columns: '',
}

type Compared = { ofDays: string; cached: string[] }

/**
 * SQL: what a statement needs to read rows in parts. It reads only the parts whose version differs from the cached one.
 * If the base differs, it reads all parts.
 */
function divideRows(text: string, parts: RowParts, { ofDays, cached }: Compared) {
  const { key, keyType, chunk, versions, ofParts } =
    'day' in parts ? partsByDay(parts, ofDays) : partsById(parts)
  const [base, keys, cachedVersions] = cached
  return {
    key,
    chunk,
    base: `, ${revisionOf(`not (${ofParts})`)} as base`,
    versions: ` current as (
      ${versions} group by part
    ),`,
    // One branch for both cases: with two, the plan is twice as large, also for a list that is unchanged.
    rows: `select * from (${text}) as row where (select changed from now)
          and ((select base <> ${base}::text from now) or ${key} = any(array(
            select part from current
            full join unnest(${keys}::text::${keyType}[], ${cachedVersions}::text::text[])
              as cached (part, version) using (part)
            where current.version is distinct from cached.version
          )))`,
    columns: `
      base, part, coalesce(rows, 0) as rows,
      case when changed and coalesce(number, 1) = 1 then (
        select json_agg(json_build_array(part, version)) from current
      ) end as versions,`,
  }
}

/** The version of a day is the number of its writes. */
function partsByDay({ day }: { day: string }, ofDays: string) {
  return {
    key: `"${day}"`,
    keyType: 'date',
    chunk: { columns: `part, ${chunkOfPosition}`, keys: 'part, chunk' },
    versions: `select day as part, sum(count)::text as version from changes where ${ofDays}`,
    ofParts: `day > '-infinity'`,
  }
}

/**
 * The version of some ids tells which transactions wrote the current rows. Their plain sum would repeat, because two
 * transactions may write a row in another order than they began.
 */
function partsById({ table, sources }: { table: string; sources: readonly Source[] }) {
  const key = `id / ${idsPerPart}`
  return {
    key,
    keyType: 'int',
    chunk: { columns: 'part', keys: 'part' },
    versions: `select ${key} as part, sum(hashtextextended(xmin::text, id))::text as version from ${table}`,
    ofParts: isOneOf(sources),
  }
}

/** SQL: whether a row of "changes" is of one of the sources. */
function isOneOf(sources: readonly Source[]): string {
  return `source in (${sources.map((source) => `'${source}'`).join(', ')})`
}
