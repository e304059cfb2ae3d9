import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const many = 10_000

let api: TestApi
let shop: TestShop
let ids: number[]
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  ids = await enterSales()
})
afterAll(() => api.stop())

/** As many sales as a bulk takes, every one of two pieces of each of nine products. */
async function enterSales(): Promise<number[]> {
  const { pool } = api
  await pool.query(
    `insert into products (name, price, cost, category_id)
     select 'Pen ' || n, 4, 3, $1 from generate_series(1, 6) as n`,
    [shop.categoryId],
  )
  const { rows } = await pool.query<{ id: number }>(
    `insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
     select '2026-11-21', $1, 'Ada Fashola', 78, 78, $2 from generate_series(1, ${many}) returning id`,
    [shop.customerId, shop.user.id],
  )
  await pool.query(
    `insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
     select sales.id, products.id, products.name, price, 2, price * 2 from sales, products`,
  )
  await pool.query(
    `insert into stock_movements (product_id, delta, reason, sale_id, user_id)
     select product_id, -2, 'sale', sale_id, $1 from sale_lines order by product_id, sale_id`,
    [shop.user.id],
  )
  return rows.map(({ id }) => id)
}

/** The stocks of the three products of the shop and of the six pens. */
const stocks = async () => Object.values(await shop.stock())
const entered = [100, 100, 100, 0, 0, 0, 0, 0, 0]
const sold = entered.map((stock) => stock - 2 * many)

async function profit(): Promise<unknown> {
  return (await api.call('/reports/profit-summary', { token: shop.token })).body
}

test('as many sales as a bulk takes are deleted and brought back at once, though all sold the same', async () => {
  const { token } = shop
  expect(await stocks()).toEqual(sold)
  const bulk = await api.call('/sales/bulk', { method: 'DELETE', token, body: { ids } })
  expect(bulk.body).toEqual({ count: many })
  expect(await stocks()).toEqual(entered)
  expect(await profit()).toMatchObject({ totalSales: 0 })

  const restore = await api.call('/sales/restore', { token, body: { ids } })
  expect(restore.body).toEqual({ count: many })
  expect(await stocks()).toEqual(sold)
  expect(await profit()).toMatchObject({ totalSales: 78 * many })
})

test('each balance in their ledger follows from the one before', async () => {
  const { rows } = await api.pool.query(
    `select * from (
       select product_id, balance, sum(delta) over (partition by product_id order by id) as due
       from stock_movements) as ledger where balance <> due limit 5`,
  )
  expect(rows).toEqual([])
})
