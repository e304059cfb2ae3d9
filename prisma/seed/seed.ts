import type { ClientBase } from 'pg'

import { enterBenchShop } from './bench/bench-shop'
import { RowBuffer, type Shop, type ShopPlan } from './bulk-load/row-buffer'
import { finishBulkLoad, beginBulkLoad, writeRows } from './bulk-load/bulk-writer'
import { tableNames } from './bulk-load/tables'
import { enterDemoShop } from './demo/demo-shop'
import { enterE2eShop } from './e2e/e2e-shop'

/** Commits if the work succeeds, and rolls back if it throws. */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Empties every table of the shop and restarts the ids. The books are open again, in the same time zone. Triggers
 * forbid that, so they are disabled meanwhile. Must run in a transaction, as the owner of the tables.
 */
export async function reset(client: ClientBase): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = current_schema()
        and tablename not in ('_prisma_migrations', 'served_versions', 'servers')`,
  )
  const names = found.rows.map(({ name }) => name)
  const setTriggers = (state: string) =>
    names.map((name) => `alter table ${name} ${state} trigger user`)
  const { rows: books } = await client.query<{ zone: string }>(
    'select time_zone as zone from books',
  )
  const statements = [
    ...setTriggers('disable'),
    `truncate ${names.join(', ')} restart identity`,
    ...books.map(
      ({ zone }) => `insert into books (time_zone) values (${client.escapeLiteral(zone)})`,
    ),
    ...setTriggers('enable'),
  ]
  await client.query(statements.join(';'))
}

export interface SeedOptions {
  profile: 'demo' | 'e2e' | 'bench'
  /** Empties the database first, in the same transaction. A failure restores its contents. */
  reset?: boolean
  /** The number of sales. Only for `bench`. */
  sales?: number
  /** The number of products. Only for `bench`. */
  products?: number
  /** The shop's day, yyyy-MM-dd. All dates are relative to it. Nothing else makes two runs differ. */
  today?: string
  /** The minutes of `today` that have passed. All of them by default, if `today` is set. */
  minutesToday?: number
  /** The shop's IANA time zone, in which its opening hours are local times. */
  timeZone?: string
  onProgress?: (done: number, total: number, unit: string) => void
}

const shops = { demo: enterDemoShop, e2e: enterE2eShop, bench: enterBenchShop } satisfies Record<
  SeedOptions['profile'],
  Shop
>

/** Fills an empty, migrated database in one transaction, so that a killed seed can run again. */
export async function seed(client: ClientBase, options: SeedOptions): Promise<void> {
  const { profile, sales = 100_000, products = 10_000, onProgress } = options
  await inTransaction(client, async () => {
    await client.query(`select set_config('timezone', $1, true)`, [
      options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ])
    if (options.reset) await reset(client)
    await refuseUsedDatabase(client)
    const now = await readNow(client)
    const { today = now.today, minutesToday = options.today ? 24 * 60 : now.minutesToday } = options
    const buffer = new RowBuffer()
    await beginBulkLoad(client)
    for (const { done, total, unit } of shops[profile](buffer, {
      today,
      minutesToday,
      sales,
      products,
    })) {
      await writeRows(client, buffer)
      onProgress?.(done, total, unit)
    }
    await finishBulkLoad(client, buffer)
    const totals = ['changes', 'product_months', 'journal', 'former_records']
    await client.query(`analyze ${[...tableNames, ...totals].join(', ')}`)
  })
}

/** Of two concurrent seeds, the second waits for the first and then finds its accounts. */
async function refuseUsedDatabase(client: ClientBase): Promise<void> {
  await client.query('lock table users in share row exclusive mode')
  const found = await client.query('select from users limit 1')
  if (found.rowCount) throw new Error('Only a database without accounts can be seeded.')
}

async function readNow(client: ClientBase): Promise<Pick<ShopPlan, 'today' | 'minutesToday'>> {
  const { rows } = await client.query<Pick<ShopPlan, 'today' | 'minutesToday'>>(
    `select to_char(current_date, 'YYYY-MM-DD') as today,
       floor(extract(epoch from localtime) / 60)::int as "minutesToday"`,
  )
  const [now] = rows
  if (!now) throw new Error('A query without a table must return one row.')
  return now
}
