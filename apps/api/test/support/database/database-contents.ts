import type { Pool } from 'pg'

/** Columns that differ between two equivalent rows, or that depend on earlier rows. */
const volatileColumns = `'{id,created_at,entered_at,updated_at,deleted_at,deletion_batch,product_id,sale_id,purchase_id,
  until,return_id,sale_line_id,request_hash,document_id,record_id,parked_sale_id,taken_at,key,take_key,at,first_answer,balance,stock,password_hash,token_version,version,removed_at,
  count_id,counted,total,counted_at,began_stock,movement_id,finished_at,posted_at,posted_through,undone_at,discarded_at}'::text[]`

export type Contents = Record<string, string>

/**
 * Reads additive numbers about every table, so that the same write always changes them by the same amount. Of
 * "changes" it reads only the amounts: a write without effect may still raise a revision.
 */
export async function readContents(pool: Pool): Promise<Contents> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in
       ('_prisma_migrations', 'changes', 'product_months', 'login_throttle', 'ended_sessions',
        'sessions', 'servers', 'served_versions')`,
  )
  const sums = tables.map(
    ({ name }) => `
      select '${name}' as what, concat_ws(' ', count(*), count(entry ->> 'deleted_at'),
          count(entry ->> 'removed_at'),
          coalesce(sum(hashtextextended((entry - ${volatileColumns})::text, 0)), 0)) as held
      from (select to_jsonb(${name}) as entry from ${name}) as entries`,
  )
  const { rows } = await pool.query<{ what: string; held: string }>(`
    ${sums.join(' union all ')}
    union all select 'stock', sum(stock)::text from products
    union all select 'total of ' || source, sum(amount)::text from changes group by source
    union all select 'product_months', concat_ws(' ', sum(units_sold), sum(total_sales),
      sum(units_purchased), sum(total_purchases), sum(cost_of_goods), sum(lines_without_cost))
      from product_totals`)
  return Object.fromEntries(rows.map(({ what, held }) => [what, held]))
}

/** Returns the differences between two readings, without the entries that did not change. */
export function effectOf(before: Contents, after: Contents): Contents {
  const effects = Object.entries(after).map(([what, held]) => {
    const earlier = (before[what] ?? '').split(' ')
    const differences = held.split(' ').map((now, index) => difference(now, earlier[index] || '0'))
    return [what, differences.join(' ')] as const
  })
  return Object.fromEntries(effects.filter(([, effect]) => /[1-9]/.test(effect)))
}

/** Uses BigInt because a sum of hashes exceeds the precision of a number. */
function difference(now: string, earlier: string): string {
  const inCents = (value: string) => {
    const [whole = '0', cents = ''] = value.split('.')
    return BigInt(whole + cents.padEnd(2, '0'))
  }
  return String(inCents(now) - inCents(earlier))
}

/** Refused log-ins change login_throttle too. Folding rewrites changes at random: see `changes` below. */
const excludedTables = ['login_throttle', 'changes']

/** Sums the changes of each source and day, so that folding rows makes no difference. */
const changes = `(
  select source, day, sum(count) as count, sum(amount) as amount from changes group by source, day
)`

/** Without the time of the last use, which the server writes once a minute, a second after a request. */
const sessions = `(select to_jsonb(sessions) - 'last_seen_at' as session from sessions)`

/** Hashes all rows of all tables into one short text. */
export async function readFingerprint(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by 1`,
    // A statement folds totals into product_months by chance, even if it changes no row.
    [[...excludedTables, 'sessions', 'product_months']],
  )
  const hashes = [...tables.map(({ name }) => name), changes, sessions].map(
    (rows) =>
      `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '-') from ${rows} as t)`,
  )
  const { rows } = await pool.query<{ hash: string }>(
    `select concat_ws(' ', ${hashes.join(', ')}) as hash`,
  )
  return rows[0]?.hash ?? ''
}
