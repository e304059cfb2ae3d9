import type { Pool } from 'pg'

/** What differs between two rows that say the same, or follows from rows before. */
const volatileColumns = `'{id,created_at,updated_at,deleted_at,deletion_batch,product_id,sale_id,purchase_id,
  document_id,key,first_answer,balance,stock}'::text[]`

export type Contents = Record<string, string>

/**
 * What every table holds, in numbers that add up: what a write does to them is the same wherever it
 * does it. Of "changes" only the amounts: a revision may rise where a write found nothing to do.
 */
export async function readContents(pool: Pool): Promise<Contents> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in
       ('_prisma_migrations', 'changes', 'product_months', 'login_throttle', 'ended_sessions')`,
  )
  const sums = tables.map(
    ({ name }) => `
      select '${name}' as what, concat_ws(' ', count(*), count(entry ->> 'deleted_at'),
          coalesce(sum(hashtextextended((entry - ${volatileColumns})::text, 0)), 0)) as held
      from (select to_jsonb(${name}) as entry from ${name}) as entries`,
  )
  const { rows } = await pool.query<{ what: string; held: string }>(`
    ${sums.join(' union all ')}
    union all select 'stock', sum(stock)::text from products
    union all select 'total of ' || source, sum(amount)::text from changes group by source
    union all select 'product_months', concat_ws(' ', sum(units_sold), sum(total_sales),
      sum(units_purchased), sum(total_purchases)) from product_totals`)
  return Object.fromEntries(rows.map(({ what, held }) => [what, held]))
}

/** What has become more or less, per kind of contents; nothing where all is as it was. */
export function effectOf(before: Contents, after: Contents): Contents {
  const effects = Object.entries(after).map(([what, held]) => {
    const earlier = (before[what] ?? '').split(' ')
    const differences = held.split(' ').map((now, index) => difference(now, earlier[index] || '0'))
    return [what, differences.join(' ')] as const
  })
  return Object.fromEntries(effects.filter(([, effect]) => /[1-9]/.test(effect)))
}

/** Exact, where a sum of hashes is beyond what a number tells apart. */
function difference(now: string, earlier: string): string {
  const inCents = (value: string) => {
    const [whole = '0', cents = ''] = value.split('.')
    return BigInt(whole + cents.padEnd(2, '0'))
  }
  return String(inCents(now) - inCents(earlier))
}

/** Attempts to sign in are counted, refused ones above all. Changes are folded now and then: see below. */
const excludedTables = ['login_throttle', 'changes']

/** What all changes of a source and day come to, in however many rows they stand. */
const changes = `(
  select source, day, sum(count) as count, sum(amount) as amount from changes group by source, day
)`

/** All rows of all tables as one short text. */
export async function readFingerprint(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by 1`,
    [excludedTables],
  )
  const hashes = [...tables.map(({ name }) => name), changes].map(
    (rows) =>
      `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '-') from ${rows} as t)`,
  )
  const { rows } = await pool.query<{ hash: string }>(
    `select concat_ws(' ', ${hashes.join(', ')}) as hash`,
  )
  return rows[0]?.hash ?? ''
}
