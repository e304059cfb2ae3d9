import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'
import { formatCommandHint } from '#src/server/console'

/** No new attempt starts after this time. */
const retryMs = 2_000

/**
 * The lock timeout grows from attempt to attempt: an edit that waits for us may hold up a sale that we wait
 * for.
 */
const [minLockMs, maxLockMs] = [100, 1_500]

/**
 * Sets stocks and balances to the sum of their movements. An edit cannot do that, because it moves stock and
 * ledger alike. It searches the whole ledger while the shop is open, and locks the tables only to repair what
 * it found.
 */
export async function repairStock(url: string): Promise<StockRepair> {
  const client = await connectClient(url)
  try {
    const broken = await findBroken(client)
    if (broken.length === 0) return { products: [], balances: 0 }
    const start = performance.now()
    for (;;) {
      const elapsedMs = Math.round(performance.now() - start)
      const lockMs = Math.min(Math.max(elapsedMs, minLockMs), maxLockMs)
      try {
        return await repairProducts(client, broken, lockMs)
      } catch (error) {
        // If the connection broke, the failure of the rollback would hide the first error.
        await client.query('rollback').catch(() => {})
        if (!isLockError(error)) throw error
        if (performance.now() - start > retryMs) throw tablesInUseError(error)
        await wait(50 * (0.5 + Math.random()))
      }
    }
  } finally {
    await client.end()
  }
}

/** Reads one snapshot, so that sales at the same time do not matter. */
async function findBroken(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select product_id as id from inv_stock_ledger
     union select product_id from inv_stock_balances`,
  )
  return rows.map(({ id }) => id)
}

function isLockError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function tablesInUseError(cause: unknown): AppError {
  const message = 'The stock tables are in use, so nothing was changed: run this again.'
  return new AppError('unavailable', message, { cause })
}

export type StockRepair = {
  /** The products whose stock differed from the sum of their movements, with the old and the new stock. */
  products: { id: number; name: string; was: number; stock: number }[]
  /** Number of movements whose balance was wrong. */
  balances: number
}

const guards = [
  ['stock_movements', 'stock_movements_append_only'],
  ['products', 'products_stock_by_ledger_alone'],
] as const

/** Longer than deadlock_timeout (1 s), after which PostgreSQL cancels an autovacuum that blocks a lock. */
const vacuumLockMs = 3_000

/**
 * Repairs these products in one transaction that excludes sales. It disables the triggers that refuse such
 * changes, as the seeds do. If it fails, the caller must roll back.
 */
async function repairProducts(
  client: ClientBase,
  ids: readonly number[],
  lockMs: number,
): Promise<StockRepair> {
  const setGuards = (state: 'disable' | 'enable') =>
    client.query(
      guards.map(([table, name]) => `alter table ${table} ${state} trigger ${name}`).join(';'),
    )
  // This mode excludes vacuums, but not sales and edits: they do not queue behind this wait.
  await client.query(
    `begin; set local lock_timeout = ${vacuumLockMs};
     lock table products, stock_movements in share update exclusive mode`,
  )
  // New sales queue behind this lock. A running sale locks the movements, then the products; an edit does the
  // reverse. Waiting only for the movements, while holding nothing, avoids a deadlock with either.
  await client.query(
    `set local lock_timeout = ${lockMs};
     lock table stock_movements in share row exclusive mode;
     lock table products in share row exclusive mode nowait`,
  )
  await client.query('select from products where id = any($1) for no key update nowait', [ids])
  await setGuards('disable')
  // Not with the views: they would add up the movements of every product again.
  const balances = await client.query(
    `with due as (
       select id, sum(delta) over (partition by product_id order by id rows unbounded preceding) as balance
       from stock_movements where product_id = any($1)
     )
     update stock_movements as movement set balance = due.balance
     from due where movement.id = due.id and movement.balance <> due.balance`,
    [ids],
  )
  const products = await client.query<StockRepair['products'][number]>(
    `with due as (
       select product.id, product.stock as was, coalesce(sum(delta), 0) as stock
       from products as product left join stock_movements on product_id = product.id
       where product.id = any($1) group by product.id
     )
     update products set stock = due.stock
     from due where products.id = due.id and was <> due.stock
     returning products.id, name, was, products.stock`,
    [ids],
  )
  await setGuards('enable')
  await client.query(
    `insert into activities (at, by_command_line, action, resource, record_id, record_name, changes)
     select clock_timestamp(), true, 'changed', 'products', repaired.id, repaired.name, jsonb_build_array(
       jsonb_build_object('field', 'stock', 'before', was, 'after', stock))
     from jsonb_to_recordset($1::jsonb) as repaired (id int, name text, was int, stock int)`,
    [JSON.stringify(products.rows)],
  )
  await client.query('commit')
  const byId = products.rows.toSorted((a, b) => a.id - b.id)
  return { products: byId, balances: balances.rowCount ?? 0 }
}

/** Describes each change in a line, and says what to do next. */
export function describeRepair({ products, balances }: StockRepair): string {
  if (products.length === 0 && balances === 0) {
    return 'Every stock is the sum of its movements: nothing was changed.'
  }
  const lines = products.map(
    ({ id, name, was, stock }) => `${name} (id ${id}): the stock was ${was} and is now ${stock}.`,
  )
  if (balances > 0) {
    lines.push(`Balances of movements that were corrected: ${balances}.`)
  }
  if (products.length > 0) {
    lines.push('Count these products, and correct their stock under Products.')
  }
  return [...lines, formatCommandHint('Run npm run doctor to see what else is wrong.')].join('\n')
}
