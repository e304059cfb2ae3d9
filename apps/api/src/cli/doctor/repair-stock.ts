import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'
import { formatCommandHint } from '#src/server/console'

/** Milliseconds after which it is not begun again. */
const patience = 2_000

/** An edit that waits behind this may keep a sale that this waits for, so at first it waits for a moment only. */
const [shortest, longest] = [100, 1_500]

/**
 * Sets stocks and balances to what the movements come to, which are what happened: no edit could, since it moves
 * stock and ledger alike. All movements are reckoned up while everybody sells on; only what was found then is
 * mended with the tables held.
 */
export async function repairStock(url: string): Promise<Repaired> {
  const client = await connectClient(url)
  try {
    const broken = await findBroken(client)
    if (broken.length === 0) return { products: [], balances: 0 }
    const begun = performance.now()
    for (;;) {
      const passed = Math.round(performance.now() - begun)
      const waiting = Math.min(Math.max(passed, shortest), longest)
      try {
        return await repairProducts(client, broken, waiting)
      } catch (error) {
        // Its own failure, on a line that broke, would hide what went wrong first.
        await client.query('rollback').catch(() => {})
        if (!isInUse(error)) throw error
        if (performance.now() - begun > patience) throw inUse(error)
        await wait(50 * (0.5 + Math.random()))
      }
    }
  } finally {
    await client.end()
  }
}

/** Whatever is sold meanwhile: all of it is of one moment. */
async function findBroken(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select product_id as id from inv_stock_ledger
     union select product_id from inv_stock_balances`,
  )
  return rows.map(({ id }) => id)
}

function isInUse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function inUse(cause: unknown): AppError {
  const message = "The stock's tables are in use, and nothing was changed: run this again."
  return new AppError('unavailable', message, { cause })
}

export type Repaired = {
  /** What was another than its movements come to, and what that is. */
  products: { id: number; name: string; was: number; stock: number }[]
  /** How many movements had another balance than all up to them come to. */
  balances: number
}

const guards = [
  ['stock_movements', 'stock_movements_append_only'],
  ['products', 'products_stock_by_ledger_alone'],
] as const

/** Milliseconds: longer than the second (deadlock_timeout) after which PostgreSQL ends an autovacuum that is waited for. */
const vacuumed = 3_000

/**
 * What is wrong with these products by now, in a transaction of its own that no sale comes into. What refuses such a
 * change to everybody is set aside in it, as by the seeds. Whoever fails in here rolls it back.
 */
async function repairProducts(
  client: ClientBase,
  ids: readonly number[],
  waiting: number,
): Promise<Repaired> {
  const turnGuards = (state: 'disable' | 'enable') =>
    client.query(
      guards.map(([table, name]) => `alter table ${table} ${state} trigger ${name}`).join(';'),
    )
  // What keeps every vacuum off, and nobody who sells or edits: they stand behind no wait for it.
  await client.query(
    `begin; set local lock_timeout = ${vacuumed};
     lock table products, stock_movements in share update exclusive mode`,
  )
  // Whoever sells waits behind this. A sale that is under way has the movements and will want the products; an edit
  // comes the other way. So only the movements are waited for, while nothing is held, and there is no circle.
  await client.query(
    `set local lock_timeout = ${waiting};
     lock table stock_movements in share row exclusive mode;
     lock table products in share row exclusive mode nowait`,
  )
  await client.query('select from products where id = any($1) for no key update nowait', [ids])
  await turnGuards('disable')
  // The views would reckon up every product's movements again.
  const balances = await client.query(
    `with due as (
       select id, sum(delta) over (partition by product_id order by id rows unbounded preceding) as balance
       from stock_movements where product_id = any($1)
     )
     update stock_movements as movement set balance = due.balance
     from due where movement.id = due.id and movement.balance <> due.balance`,
    [ids],
  )
  const products = await client.query<Repaired['products'][number]>(
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
  await turnGuards('enable')
  await client.query('commit')
  const byId = products.rows.toSorted((one, other) => one.id - other.id)
  return { products: byId, balances: balances.rowCount ?? 0 }
}

/** What was set to what the movements come to, a line each, and what is to do now. */
export function describeRepair({ products, balances }: Repaired): string {
  if (products.length === 0 && balances === 0) {
    return 'Every stock is what its movements come to: nothing was changed.'
  }
  const lines = products.map(
    ({ id, name, was, stock }) => `${name} (id ${id}): the stock was ${was}, and is ${stock} now.`,
  )
  if (balances > 0) {
    lines.push(
      `Balances that were not the sum of the movements up to them, and are now: ${balances}.`,
    )
  }
  if (products.length > 0) {
    lines.push('Count these products, and correct under Products what is not on the shelf.')
  }
  return [...lines, formatCommandHint('See npm run doctor for whatever else is wrong.')].join('\n')
}
