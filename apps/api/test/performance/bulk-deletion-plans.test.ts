import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturns } from '#src/modules/returns/returns.service'
import { createSales } from '#src/modules/sales'
import {
  type ExecutedStatement,
  stopAutovacuum,
  watchPlans,
} from '#test/support/database/query-plans'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const saleCount = 500
/** A sale, its three movements, its return, and two movements of that. */
const rowsPerSale = 7

let api: TestApi
let shop: TestShop
let ids: number[]
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  await stopAutovacuum(api.pool)
  await stopFolds(api.pool)
  ids = await insertReturnedSales(api.pool)
})
afterAll(() => api.stop())

/** One write in 500 folds, by chance. A fold reads thousands of rows, which the deletion does not cause. */
function stopFolds(pool: Pool) {
  return pool.query(
    `do $$ begin execute format('alter database %I set stockie.folds = off', current_database()); end $$`,
  )
}

/** Sales of two pieces of each product. Each has a return of one piece of each, the first of them damaged. */
async function insertReturnedSales(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
     select date '2026-11-01' + n % 28, $1, 'Ada Fashola', 24, 24, $2
     from generate_series(1, ${saleCount}) as n returning id`,
    [shop.customerId, shop.user.id],
  )
  await pool.query(
    `insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
     select sales.id, products.id, products.name, 4, 2, 8 from sales, products`,
  )
  await pool.query(
    `insert into returns (sale_id, return_date, goods_value, created_by_id)
     select id, sale_date + 1, 12, $1 from sales`,
    [shop.user.id],
  )
  await pool.query(
    `insert into return_lines (return_id, sale_line_id, product_id, price, quantity, restock)
     select returns.id, line.id, product_id, price, 1, product_id <> $1
     from returns join sale_lines as line using (sale_id)`,
    [shop.products[0]],
  )
  await pool.query(
    `insert into stock_movements (product_id, delta, reason, sale_id, user_id)
     select product_id, -2, 'sale', sale_id, $1 from sale_lines order by product_id, sale_id`,
    [shop.user.id],
  )
  await pool.query(
    `insert into stock_movements (product_id, delta, reason, return_id, user_id)
     select product_id, 1, 'returned', return_id, $1 from return_lines where restock
     order by product_id, return_id`,
    [shop.user.id],
  )
  return rows.map(({ id }) => id)
}

/** The statements that read more than 100 rows for each sale, in all of their executions. */
function findWaste(statements: ExecutedStatement[], sales = saleCount): object[] {
  const reads = new Map<string, number>()
  for (const { text, nodes } of statements) {
    const read = nodes.reduce((sum, { rows, dropped, loops }) => sum + (rows + dropped) * loops, 0)
    reads.set(text, (reads.get(text) ?? 0) + read)
  }
  return [...reads]
    .map(([text, read]) => ({ text, readPerSale: read / sales }))
    .filter(({ readPerSale }) => readPerSale > 100)
}

const deleteAndRestore = (some: number[]) => async (pool: Pool) => {
  const sales = createSales({ pool })
  const expected = { records: some.length, rows: some.length * rowsPerSale }
  expect(await sales.countRows(some)).toBe(expected.rows)
  const { batch, ...removed } = await sales.remove(some, shop.user.id)
  expect(removed).toEqual(expected)
  expect(await sales.restore(some, shop.user.id, batch ?? '')).toEqual(expected)
}
async function expectFewReads(planning: 'force_custom_plan' | 'force_generic_plan'): Promise<void> {
  const { watch, close } = await watchPlans(api.databaseUrl, planning)
  await watch(deleteAndRestore(ids.slice(0, 1)))
  const watched = await watch(deleteAndRestore(ids))
  await close()
  expect(watched.length).toBeGreaterThan(10 * saleCount)
  expect(findWaste(watched)).toEqual([])
}

// PostgreSQL keeps the plans of a connection: those for one sale must suit thousands, and the other way round.
test.each(['force_generic_plan'] as const)(
  'a bulk deletion of sales with returns reads a few rows for each sale, also after that of one sale (%s)',
  expectFewReads,
)

test.each(['force_custom_plan'] as const)(
  'a bulk deletion of sales with returns reads a few rows for each sale, also after that of one sale (%s) @long',
  expectFewReads,
)

test('a deletion of one sale with a return reads few rows, also after a bulk deletion @long', async () => {
  const { watch, close } = await watchPlans(api.databaseUrl, 'force_custom_plan')
  const bulk = await watch(deleteAndRestore(ids))
  const one = await watch(deleteAndRestore(ids.slice(0, 1)))
  await close()
  expect(findWaste(bulk)).toEqual([])
  expect(findWaste(one, 1)).toEqual([])
})

test('a bulk deletion of returns reads a few rows for each, also after that of one return @long', async () => {
  const { watch, close } = await watchPlans(api.databaseUrl, 'force_custom_plan')
  const { rows } = await api.pool.query<{ id: number }>('select id from returns')
  const deleteReturns = (some: number[]) => async (pool: Pool) => {
    const returns = createReturns({ pool })
    // Each moves two products.
    const expected = { records: some.length, rows: 3 * some.length }
    const { batch, ...removed } = await returns.remove(some, shop.user.id)
    expect(removed).toEqual(expected)
    expect(await returns.restore(some, shop.user.id, batch ?? '')).toEqual(expected)
  }
  const returned = rows.map(({ id }) => id)
  await watch(deleteReturns(returned.slice(0, 1)))
  const watched = await watch(deleteReturns(returned))
  await close()
  expect(findWaste(watched)).toEqual([])
})
