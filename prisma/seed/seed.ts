import type { ClientBase } from 'pg'

import { enterBenchShop } from './bench/bench-shop'
import { Book, type Shop } from './book/book'
import { closeBook, openBook, writeRows } from './book/book-writer'
import { tableNames } from './book/tables'
import { enterDemoShop } from './demo/demo-shop'
import { enterE2eShop } from './e2e/e2e-shop'

/** All of the work or none of it. */
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
 * Empties every table but the record of migrations, and starts their ids anew. The ledger refuses
 * this by its trigger; the owner of the tables sets that aside for the caller's transaction.
 */
export async function reset(client: ClientBase): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = current_schema() and tablename <> '_prisma_migrations'`,
  )
  const names = found.rows.map(({ name }) => name)
  const setTriggers = (state: string) =>
    names.map((name) => `alter table ${name} ${state} trigger user`)
  const statements = [
    ...setTriggers('disable'),
    `truncate ${names.join(', ')} restart identity`,
    ...setTriggers('enable'),
  ]
  await client.query(statements.join(';'))
}

export interface SeedOptions {
  profile: 'demo' | 'e2e' | 'bench'
  /** Empties the database first, in the same transaction: a failure leaves what was there. */
  reset?: boolean
  /** bench alone: how many sales. */
  sales?: number
  /** bench alone: how many products. */
  products?: number
  /** The shop's day, yyyy-MM-dd: all dates are relative to it, and nothing else makes two runs differ. */
  today?: string
  /** The shop's IANA time zone: decides which instants its opening hours are. */
  timeZone?: string
  onProgress?: (done: number, total: number, what: string) => void
}

const shops = { demo: enterDemoShop, e2e: enterE2eShop, bench: enterBenchShop } satisfies Record<
  SeedOptions['profile'],
  Shop
>

/** Fills an empty, migrated database, or one that it empties. All of it or nothing: a killed seed can simply run again. */
export async function seed(client: ClientBase, options: SeedOptions): Promise<void> {
  const { profile, sales = 100_000, products = 10_000, onProgress } = options
  await inTransaction(client, async () => {
    await client.query(`select set_config('timezone', $1, true)`, [
      options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ])
    if (options.reset) await reset(client)
    await refuseUsedDatabase(client)
    const today = options.today ?? (await readToday(client))
    const book = new Book()
    await openBook(client)
    for (const { done, total, what } of shops[profile](book, { today, sales, products })) {
      await writeRows(client, book)
      onProgress?.(done, total, what)
    }
    await closeBook(client, book)
    await client.query(`analyze ${[...tableNames, 'changes', 'product_months'].join(', ')}`)
  })
}

/** Two starts at once: the second waits here for the first, then sees its accounts. */
async function refuseUsedDatabase(client: ClientBase): Promise<void> {
  await client.query('lock table users in share row exclusive mode')
  const found = await client.query('select from users limit 1')
  if (found.rowCount) throw new Error('Only a database without accounts can be seeded.')
}

async function readToday(client: ClientBase): Promise<string> {
  const found = await client.query<{ today: string }>(
    `select to_char(current_date, 'YYYY-MM-DD') as today`,
  )
  return found.rows[0]?.today ?? ''
}
