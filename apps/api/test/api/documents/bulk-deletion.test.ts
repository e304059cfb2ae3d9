import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const saleCount = 10_000

let api: TestApi
let shop: TestShop
let ids: number[]
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  ids = await insertSales()
})
afterAll(() => api.stop())

/** Inserts as many sales as a bulk request may hold, each with two pieces of nine products. */
async function insertSales(): Promise<number[]> {
  const { pool } = api
  await pool.query(
    `insert into products (name, price, cost, category_id)
     select 'Pen ' || n, 4, 3, $1 from generate_series(1, 6) as n`,
    [shop.categoryId],
  )
  const { rows } = await pool.query<{ id: number }>(
    `insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
     select '2026-11-21', $1, 'Ada Fashola', 78, 78, $2 from generate_series(1, ${saleCount}) returning id`,
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

/** The stocks of the shop's three products and of the six pens. */
const readStocks = async () => Object.values(await shop.stock())
const openingStocks = [100, 100, 100, 0, 0, 0, 0, 0, 0]
const stocksAfterSales = openingStocks.map((stock) => stock - 2 * saleCount)

async function readProfitSummary(): Promise<unknown> {
  return (await api.call('/reports/profit-summary', { token: shop.token })).body
}

test('the largest bulk of sales is deleted and restored in one request each, though all sell the same products @long', async () => {
  const { token } = shop
  expect(await readStocks()).toEqual(stocksAfterSales)
  const bulk = await api.call('/sales/bulk', { method: 'DELETE', token, body: { ids } })
  expect(bulk.body).toEqual({ count: saleCount, batch: expect.any(String) })
  expect(await readStocks()).toEqual(openingStocks)
  expect(await readProfitSummary()).toMatchObject({ totalSales: 0 })

  const { batch } = Object(bulk.body)
  const restore = await api.call('/sales/restore', { token, body: { batch } })
  expect(restore.body).toEqual({ count: saleCount })
  expect(await readStocks()).toEqual(stocksAfterSales)
  expect(await readProfitSummary()).toMatchObject({ totalSales: 78 * saleCount })
})

test("each balance in the stock ledger is the sum of its product's movements so far", async () => {
  const { rows } = await api.pool.query(
    `select * from (
       select product_id, balance, sum(delta) over (partition by product_id order by id) as due
       from stock_movements) as ledger where balance <> due limit 5`,
  )
  expect(rows).toEqual([])
})
