import { margin, productSummary, sales } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { createReturnClient } from '#test/support/return-client'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

const path = '/reports/margin'
const day = '2026-11-21'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const { takeBack } = createReturnClient(api, shop)
  const readMargin = async (query = '') => margin.row.parse(await calls.read(`${path}?${query}`))
  /** [name, cost of goods, gross margin, margin in percent, lines without cost] of the products that moved. */
  const readProducts = async (query = '') =>
    productSummary.row
      .array()
      .parse(await calls.read(`/products/summary?${query}`))
      .filter((row) => row.cost_of_goods !== 0 || row.lines_without_cost > 0)
      .map((row) => [
        row.name,
        row.cost_of_goods,
        row.gross_margin,
        row.margin_percent,
        row.lines_without_cost,
      ])
  const readSale = async (id: number) => sales.row.parse(await calls.read(`/sales/${id}`))
  const setCost = (id: number, cost: number) =>
    api.pool.query('update products set cost = $1 where id = $2', [cost, id])
  const readBroken = () =>
    withClient(api.databaseProxy.url, (client) => readBrokenInvariants(client))
  /** Records a sale as an older program did: without the cost of its line. */
  async function sellWithoutCost(quantity: number): Promise<number> {
    const { rows } = await api.pool.query<{ id: number }>(
      `with sale as (
         insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
         values ($1, $2, 'Ada Fashola', 3 * $5::integer, 3 * $5, $3) returning id
       ), line as (
         insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
         select id, $4, 'Tea', 3, $5, 3 * $5 from sale
       ), movement as (
         insert into stock_movements (product_id, delta, reason, sale_id, user_id)
         select $4, -$5, 'sale', id, $3 from sale
       )
       select id from sale`,
      [day, shop.customerId, shop.user.id, shop.products[0], quantity],
    )
    return rows[0]?.id ?? 0
  }
  return {
    api,
    shop,
    readMargin,
    readProducts,
    readSale,
    setCost,
    takeBack,
    sellWithoutCost,
    readBroken,
    ...calls,
  }
}

test('a line of a sale keeps the cost of its product at that time, and the answer carries it', async () => {
  const { api, shop, sell, read, readSale, readProducts, setCost } = await openShop()
  const [tea, rice] = shop.products
  const costs = async (id: number) => (await readSale(id)).saleDetails.map(({ cost }) => cost)
  const first = await sell(day, [{ productId: tea }, { productId: rice, quantity: 2 }])
  expect(await costs(first)).toEqual([2, 4])
  await setCost(tea, 1)
  const second = await sell(day, [{ productId: tea }, { productId: tea }])
  expect(await costs(second)).toEqual([1, 1])
  expect(await costs(first)).toEqual([2, 4])
  expect(await readProducts()).toEqual([
    ['Tea', 4, 5, 55.6, 0],
    ['Rice', 8, -2, -33.3, 0],
  ])

  const body = {
    customerId: shop.customerId,
    saleDate: day,
    saleDetails: [{ productId: tea, price: 3, quantity: 1, total: 3 }],
    discount: 0,
    shippingFees: 0,
    totalAmount: 3,
    remark: null,
  }
  const send = () =>
    api.call('/sales', { token: shop.token, body, headers: { 'idempotency-key': 'k' } })
  const recorded = await send()
  expect(sales.row.parse(recorded.body).saleDetails).toMatchObject([{ cost: 1 }])
  // A replay answers what was recorded, also after the cost has changed.
  await setCost(tea, 9)
  expect((await send()).body).toEqual(recorded.body)
  expect(
    sales.row
      .array()
      .parse(await read('/sales'))
      .at(0),
  ).toEqual(recorded.body)
})

test('a sale that waits for its product takes the cost that was committed meanwhile', async () => {
  const { api, shop, sell, readSale } = await openShop()
  const [tea] = shop.products
  const edit = `update products set cost = 8 where id = ${tea}`
  const [sale = 0] = await queueBehindLock(api.pool, edit, [() => sell(day, [{ productId: tea }])])
  expect((await readSale(sale)).saleDetails).toMatchObject([{ cost: 8 }])
})

test('the gross margin is the sales without shipping, less the cost of goods, exact to the cent', async () => {
  const { shop, read, readMargin, sell, buy } = await openShop()
  const [tea, rice] = shop.products
  const zeros = { totalSales: 0, shipping: 0, costOfGoods: 0, grossMargin: 0, linesWithoutCost: 0 }
  expect(await readMargin()).toEqual(zeros)
  await sell('2026-11-20', [{ productId: tea, quantity: 2 }, { productId: rice }], {
    discount: 0.1,
    shippingFees: 0.2,
    totalAmount: 9.1,
  })
  // The discount takes all of the goods and 1.20 of the shipping.
  await sell('2026-11-21', [{ productId: tea }], {
    discount: 4.2,
    shippingFees: 4.95,
    totalAmount: 3.75,
  })
  await buy('2026-11-21', [{ productId: tea, price: 500 }])
  const all = { ...zeros, totalSales: 12.85, shipping: 3.95, costOfGoods: 10, grossMargin: -1.1 }
  expect(await readMargin()).toEqual(all)
  expect(await read('/reports/profit-summary')).toMatchObject({ totalSales: 12.85 })
  expect(await readMargin('endDate=2026-11-20')).toEqual({
    ...zeros,
    totalSales: 9.1,
    shipping: 0.2,
    costOfGoods: 8,
    grossMargin: 0.9,
  })
  expect(await readMargin('startDate=2026-11-22')).toEqual(zeros)
})

test('a return lowers the cost of goods on its own day, but only by what was put back', async () => {
  const {
    shop,
    readMargin,
    readProducts,
    readSale,
    sell,
    takeBack,
    remove,
    restore,
    readBroken,
    setCost,
  } = await openShop()
  const [tea] = shop.products
  const sale = await readSale(
    await sell('2026-10-31', [{ productId: tea, quantity: 10 }], {
      shippingFees: 5.5,
      totalAmount: 35.5,
    }),
  )
  // The cost of the sold line counts, not that of now.
  await setCost(tea, 7)
  const { id } = await takeBack(sale, [{ line: 0, quantity: 4 }], { shippingRefund: 1.25 })
  await takeBack(sale, [{ line: 0, quantity: 1, restock: false }])
  expect(await readProducts('endDate=2026-10-31')).toEqual([['Tea', 20, 10, 33.3, 0]])
  expect(await readProducts('startDate=2026-11-01')).toEqual([['Tea', -8, -7, null, 0]])
  expect(await readMargin('startDate=2026-11-01')).toEqual({
    totalSales: -16.25,
    shipping: -1.25,
    costOfGoods: -8,
    grossMargin: -7,
    linesWithoutCost: 0,
  })
  expect(await readProducts()).toEqual([['Tea', 12, 3, 20, 0]])
  await remove(`/returns/${id}`)
  expect(await readProducts()).toEqual([['Tea', 20, 7, 25.9, 0]])
  await restore('returns', [id])
  expect(await readProducts()).toEqual([['Tea', 12, 3, 20, 0]])
  await remove(`/sales/${sale.saleId}`)
  expect(await readMargin()).toMatchObject({ costOfGoods: 0, grossMargin: 0 })
  expect(await readBroken()).toEqual([])
})

test('a line without a cost counts as 0 and is counted, and its product has no percentage', async () => {
  const {
    api,
    shop,
    sell,
    sellWithoutCost,
    readSale,
    readMargin,
    readProducts,
    takeBack,
    remove,
    restore,
    readBroken,
  } = await openShop()
  const [tea, rice] = shop.products
  const old = await sellWithoutCost(5)
  await sell(day, [
    { productId: tea, quantity: 2 },
    { productId: rice, price: 5 },
  ])
  expect((await readSale(old)).saleDetails).toMatchObject([{ cost: null }])
  const both = [
    ['Tea', 4, 17, null, 1],
    ['Rice', 4, 1, 20, 0],
  ]
  expect(await readProducts()).toEqual(both)
  expect(await readMargin()).toEqual({
    totalSales: 26,
    shipping: 0,
    costOfGoods: 8,
    grossMargin: 18,
    linesWithoutCost: 1,
  })
  // The first range is in stored months, the others need lines.
  expect(await readProducts('startDate=2026-11-01&endDate=2026-11-30')).toEqual(both)
  expect(await readProducts('startDate=2026-11-02&endDate=2026-11-29')).toEqual(both)
  await api.pool.query('select fold_changes()')
  expect(await readProducts()).toEqual(both)

  await takeBack(await readSale(old), [{ line: 0, quantity: 5 }])
  expect(await readMargin()).toMatchObject({ costOfGoods: 8, grossMargin: 3, linesWithoutCost: 1 })
  await remove(`/sales/${old}`)
  expect(await readMargin()).toMatchObject({ grossMargin: 3, linesWithoutCost: 0 })
  await restore('sales', [old])
  expect(await readMargin()).toMatchObject({ linesWithoutCost: 1 })
  expect(await readBroken()).toEqual([])
})

test('a deleted product has a row if only a cost is left of what it moved', async () => {
  const { shop, sell, readSale, takeBack, readProducts, remove } = await openShop()
  const [tea] = shop.products
  const sale = await readSale(await sell('2026-11-20', [{ productId: tea }]))
  await takeBack(sale, [{ line: 0, quantity: 1, restock: false }])
  await remove(`/products/${tea}`)
  expect(await readProducts()).toEqual([['Tea', 2, -2, null, 0]])
})

test('the margin is answered 304 until a sale in its range changes, and only to roles 1 to 3', async () => {
  const { shop, get, sell, buy, remove, poll, statusesFor } = await openShop()
  const [tea] = shop.products
  const november = `${path}?startDate=2026-11-01&endDate=2026-11-30`
  const sale = await sell('2026-11-01', [{ productId: tea }])
  const status = poll(november)
  expect(await status()).toBe(200)
  await sell('2026-10-31', [{ productId: tea }])
  await buy('2026-11-01', [{ productId: tea }])
  expect(await status()).toBe(304)
  await remove(`/sales/${sale}`)
  expect(await status()).toBe(200)

  expect(await statusesFor(november, [2, 3, 4])).toEqual([200, 200, 403])
  const { status: answered } = await get(`${path}?startDate=2026-11-22&endDate=2026-11-21`)
  expect(answered).toBe(400)
})
