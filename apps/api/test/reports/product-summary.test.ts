import { productSummary } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { markDeleted, openTestShop } from '#test/support/test-shop'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const markRow = (table: string, id: number) =>
    api.pool.query(markDeleted(table, id, shop.user.id))
  /** [name, units sold, units purchased, total sales, total purchases] of every row, in order. */
  const readRows = async (query = '') =>
    productSummary.row
      .array()
      .parse(await calls.read(`/products/summary?${query}`))
      .map((row) => [
        row.name,
        row.units_sold,
        row.units_purchased,
        row.total_sales,
        row.total_purchases,
      ])
  return { api, shop, markRow, readRows, ...calls }
}

// @holds spec 3.15, 7.25, decision 14.1
test('the product summary has a row for every existing product, also with zeros, in the order of ids', async () => {
  const { shop, read, sell, buy } = await openShop()
  const [tea, rice, oil] = shop.products
  await sell(
    '2026-11-21',
    [
      { productId: rice, price: 6, quantity: 2 },
      { productId: rice, price: 5 },
      { productId: tea, price: 3, quantity: 4 },
    ],
    { discount: 9, shippingFees: 1.5, totalAmount: 21.5 },
  )
  await buy('2026-11-21', [{ productId: rice, price: 4, quantity: 10 }])
  const row = (productId: number, name: string) => ({
    productId,
    name,
    categoryName: 'Drinks',
    lines_without_cost: 0,
  })
  expect(await read('/products/summary')).toEqual([
    {
      ...row(tea, 'Tea'),
      units_sold: 4,
      units_purchased: 0,
      total_sales: 12,
      total_purchases: 0,
      cost_of_goods: 8,
      gross_margin: 4,
      margin_percent: 33.3,
    },
    // Line totals, before discount and shipping.
    {
      ...row(rice, 'Rice'),
      units_sold: 3,
      units_purchased: 10,
      total_sales: 17,
      total_purchases: 40,
      cost_of_goods: 12,
      gross_margin: 5,
      margin_percent: 29.4,
    },
    {
      ...row(oil, 'Oil'),
      units_sold: 0,
      units_purchased: 0,
      total_sales: 0,
      total_purchases: 0,
      cost_of_goods: 0,
      gross_margin: 0,
      margin_percent: null,
    },
  ])
})

test('the product summary with top lists the existing products that sold most, and none without sales', async () => {
  const { shop, readRows, sell, remove } = await openShop()
  const [tea, rice, oil] = shop.products
  await sell('2026-11-21', [
    { productId: tea, price: 3, quantity: 4 },
    { productId: rice, price: 6, quantity: 4 },
  ])
  await sell('2026-11-20', [{ productId: oil, price: 9, quantity: 5 }])
  const names = async (query: string) => (await readRows(query)).map(([name]) => name)
  expect(await names('top=8')).toEqual(['Oil', 'Tea', 'Rice'])
  expect(await names('top=2')).toEqual(['Oil', 'Tea'])
  expect(await names('top=8&startDate=2026-11-21')).toEqual(['Tea', 'Rice'])
  await remove(`/products/${tea}`)
  expect(await names('top=1&startDate=2026-11-21')).toEqual(['Rice'])
})

// @holds decision 14.1
test('a deleted product has a row in the product summary only if it moved in the range', async () => {
  const { shop, markRow, readRows, sell, buy, remove, restore } = await openShop()
  const [tea, rice, oil] = shop.products
  const sale = await sell('2026-10-05', [{ productId: tea }])
  await buy('2026-11-20', [{ productId: rice, price: 4 }])
  await markRow('products', tea)
  await markRow('products', rice)
  await markRow('products', oil)
  expect(await readRows()).toEqual([
    ['Tea', 1, 0, 3, 0],
    ['Rice', 0, 1, 0, 4],
  ])
  expect(await readRows('endDate=2026-10-05')).toEqual([['Tea', 1, 0, 3, 0]])
  expect(await readRows('startDate=2026-10-06')).toEqual([['Rice', 0, 1, 0, 4]])
  expect(await readRows('startDate=2026-11-01&endDate=2026-11-19')).toEqual([])

  // The movements of a deleted document do not count.
  await remove(`/sales/${sale}`)
  expect(await readRows()).toEqual([['Rice', 0, 1, 0, 4]])
  await restore('sales', [sale])
  expect(await readRows('startDate=2026-10-01&endDate=2026-10-31')).toEqual([['Tea', 1, 0, 3, 0]])
})

test('the product summary has current product names, and no names of deleted categories', async () => {
  const { api, read, markRow } = await openShop()
  const { rows } = await api.pool.query<{ id: number }>('select id from categories')
  await markRow('categories', rows[0]?.id ?? 0)
  await api.pool.query(`update products set name = 'Green tea' where name = 'Tea'`)
  expect(await read('/products/summary')).toMatchObject([
    { name: 'Green tea', categoryName: null },
    { name: 'Rice', categoryName: null },
    { name: 'Oil', categoryName: null },
  ])
})

// @holds spec 7.25
test('the product summary of any range is the sum of its days, also if it cuts months', async () => {
  const { api, shop, readRows, sell, buy, remove } = await openShop()
  const [tea, rice] = shop.products
  const days = ['2024-01-31', '2024-02-01', '2024-02-14', '2024-02-15', '2024-02-29', '2024-03-01']
  days.push('2024-03-16', '2024-03-17', '2024-03-31', '2024-04-01', '2024-12-31', '2025-01-01')
  for (const [index, day] of days.entries()) {
    await sell(day, [{ productId: tea, price: 3, quantity: 2 ** index }])
    await buy(day, [{ productId: rice, price: 4, quantity: 2 ** index }])
    await remove(`/sales/${await sell(day, [{ productId: tea, quantity: 5000 }])}`)
  }
  const ends = [undefined, '2024-01-01', '2024-02-02', '2024-03-15', '2024-04-30', '2024-12-30']
  for (const startDate of [...ends, ...days]) {
    for (const endDate of [...ends, ...days]) {
      if (startDate && endDate && startDate > endDate) continue
      const range = { ...(startDate && { startDate }), ...(endDate && { endDate }) }
      const units = days.reduce((sum, day, index) => {
        const counts = (startDate ?? day) <= day && day <= (endDate ?? day)
        return counts ? sum + 2 ** index : sum
      }, 0)
      const query = new URLSearchParams(range).toString()
      expect([query, ...(await readRows(query))]).toEqual([
        query,
        ['Tea', units, 0, 3 * units, 0],
        ['Rice', 0, units, 0, 4 * units],
        ['Oil', 0, 0, 0, 0],
      ])
    }
  }
  const { rowCount } = await api.pool.query(
    `select distinct month, product_id from product_totals where month < '2025-01-01'`,
  )
  expect(rowCount).toBe(10)
})

test('the product summary includes the first and the last possible day @long', async () => {
  const { shop, readRows, sell } = await openShop()
  const [tea] = shop.products
  await sell('0001-01-01', [{ productId: tea }])
  await sell('9999-12-31', [{ productId: tea, quantity: 10 }])
  const units = async (query: string) => (await readRows(query))[0]?.[1]
  expect(await units('')).toBe(11)
  expect(await units('startDate=0001-01-01&endDate=9999-12-31')).toBe(11)
  expect(await units('startDate=9999-12-31')).toBe(10)
  expect(await units('endDate=0001-01-01')).toBe(1)
  expect(await units('startDate=0001-01-02&endDate=9999-12-30')).toBe(0)
})

test("the sums of the product summary are exact up to JavaScript's largest safe integer @long", async () => {
  const { shop, get, sell } = await openShop()
  const [tea] = shop.products
  for (let index = 0; index < 128; index += 1) {
    await sell('2026-11-21', [{ productId: tea, price: 999_999_999, quantity: 70_000 }])
  }
  const { text } = await get('/products/summary?startDate=2026-11-01&endDate=2026-11-30')
  expect(text).toMatch(/"total_sales":8959999991040000,/)
})

test('the product summary is answered 304 until its days, a product or a category changes', async () => {
  const { api, shop, poll, sell } = await openShop()
  const [tea] = shop.products
  const path = '/products/summary?startDate=2026-11-01&endDate=2026-11-30'
  const status = poll(path)
  expect(await status()).toBe(200)
  expect(await status()).toBe(304)
  await sell('2026-10-31', [{ productId: tea }])
  expect(await status()).toBe(304)
  await sell('2026-11-01', [{ productId: tea }])
  expect(await status()).toBe(200)
  await api.pool.query(`update products set name = 'Green tea' where name = 'Tea'`)
  expect(await status()).toBe(200)
  await api.pool.query(`update categories set name = 'Hot drinks'`)
  expect(await status()).toBe(200)
  expect(await status()).toBe(304)
})

test('the product summary rejects an invalid date range', async () => {
  const { get } = await openShop()
  for (const query of ['startDate=2026-02-29', 'startDate=2026-11-22&endDate=2026-11-21']) {
    const { status } = await get(`/products/summary?${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
  }
})
