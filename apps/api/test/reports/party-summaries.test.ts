import { sales } from '@stockie/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createEtags } from '#src/http/endpoints/list-etag-cache'
import { partySummaryQuery } from '#src/modules/histories'
import { createCalendar, daysAfter } from '#test/support/calendar'
import { createReturnClient } from '#test/support/return-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openHistoryShop } from './history-fixture'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the last 12 months of a summary end today in the zone of the store (%s)',
  async (timeZone) => {
    const zoned = await startTestApi({ timeZone })
    onTestFinished(() => zoned.stop())
    const { shop, sell, readSalesSummary } = await openHistoryShop(zoned)
    const [tea] = shop.products
    const today = createCalendar(timeZone)(Date.now())
    const sameDay = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
    // 29 February has no same day.
    const yearAgo = sameDay.endsWith('02-29') ? sameDay.replace('29', '28') : sameDay
    const amounts = {
      [daysAfter(today, 1)]: 16,
      [today]: 1,
      [yearAgo]: 4,
      [daysAfter(yearAgo, 1)]: 2,
    }
    for (const [day, cents] of Object.entries(amounts)) {
      const shippingFees = cents / 100
      await sell(day, [{ productId: tea }], { shippingFees, totalAmount: 3 + shippingFees })
    }
    expect(await readSalesSummary()).toMatchObject({
      all: { count: 4, total: 12.23 },
      last12Months: { count: 2, total: 6.03 },
      last: { day: daysAfter(today, 1) },
    })
  },
)

test('a summary adds up cents exactly, and names the three products with most units', async () => {
  const { shop, sell, buy, readSalesSummary, readPurchasesSummary } = await openHistoryShop(api)
  const [tea, rice, oil] = shop.products
  const none = { count: 0, total: 0 }
  expect(await readSalesSummary()).toEqual({
    all: none,
    last12Months: none,
    last: null,
    topProducts: [],
  })
  const today = createCalendar('UTC')(Date.now())
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into products (name, price, cost, category_id)
     select 'Salt', 1, 1, category_id from products where id = $1 returning id`,
    [tea],
  )
  const salt = rows[0]?.id ?? 0
  const sale = await sell(
    today,
    [
      { productId: rice, quantity: 2 },
      { productId: oil, quantity: 3 },
      { productId: tea },
      { productId: salt, price: 3, quantity: 2 },
    ],
    { shippingFees: 0.1, totalAmount: 24.1 },
  )
  await sell(daysAfter(today, -10), [{ productId: rice }], { discount: 2.8, totalAmount: 0.2 })
  // Too old to count among the most bought.
  await sell('2020-02-29', [{ productId: salt, quantity: 900 }])
  expect(await readSalesSummary()).toEqual({
    all: { count: 3, total: 2724.3 },
    last12Months: { count: 2, total: 24.3 },
    last: { documentId: sale, day: today },
    topProducts: [
      { productId: rice, name: 'Rice', units: 3 },
      { productId: oil, name: 'Oil', units: 3 },
      { productId: salt, name: 'Salt', units: 2 },
    ],
  })
  const purchase = await buy('2020-01-01', [{ productId: tea, quantity: 5 }])
  expect(await readPurchasesSummary()).toEqual({
    all: { count: 1, total: 15 },
    last12Months: none,
    last: { documentId: purchase, day: '2020-01-01' },
    topProducts: [],
  })
})

test('returns lower the totals and the units of a summary with the day of their sale, and mark their sale', async () => {
  const { shop, sell, readSales, readSalesSummary } = await openHistoryShop(api)
  const { read, takeBack, remove } = createReturnClient(api, shop)
  const [tea, rice] = shop.products
  const today = createCalendar('UTC')(Date.now())
  const saleOf = async (id: number) => sales.row.parse(await read(`/sales/${id}`))
  const lines = [
    { productId: tea, quantity: 4 },
    { productId: rice, quantity: 2 },
  ]
  const recent = await saleOf(await sell(today, lines, { shippingFees: 5, totalAmount: 23 }))
  const old = await saleOf(await sell('2020-01-01', [{ productId: rice, quantity: 3 }]))
  const returnDate = today
  await takeBack(recent, [{ line: 0, quantity: 1 }], { returnDate, refund: 2.5 })
  await takeBack(recent, [{ line: 1, quantity: 2 }], { returnDate, shippingRefund: 5 })
  const deleted = await takeBack(recent, [{ line: 0, quantity: 3 }], { returnDate })
  await remove(`/returns/${deleted.id}`)
  // It counts with its sale, which is not of the last 12 months.
  await takeBack(old, [{ line: 0, quantity: 1 }], { returnDate })
  expect(await readSalesSummary()).toMatchObject({
    all: { count: 2, total: 23 - 13.5 + 9 - 3 },
    last12Months: { count: 1, total: 23 - 13.5 },
    topProducts: [{ productId: tea, name: 'Tea', units: 3 }],
  })
  expect(
    (await readSales()).map(({ totalAmount, units, returnedAmount }) => [
      totalAmount,
      units,
      returnedAmount,
    ]),
  ).toEqual([
    [23, 6, 13.5],
    [9, 3, 3],
  ])
})

test('the ETags of a history and of its summary change with a return', async () => {
  const { shop, sell, customer, poll } = await openHistoryShop(api)
  const { read, takeBack } = createReturnClient(api, shop)
  const id = await sell('2026-11-02', [{ productId: shop.products[0], quantity: 2 }])
  const polls = [poll(customer), poll(`${customer}/summary`)]
  for (const again of polls) expect([await again(), await again()]).toEqual([200, 304])
  const sale = sales.row.parse(await read(`/sales/${id}`))
  await takeBack(sale, [{ line: 0, quantity: 1 }], { returnDate: '2026-11-20' })
  for (const again of polls) expect([await again(), await again()]).toEqual([200, 304])
})

test('a summary counts the products of the newest 1,000 documents', async () => {
  const { shop, sell, readSalesSummary } = await openHistoryShop(api)
  const [tea, rice] = shop.products
  const today = createCalendar('UTC')(Date.now())
  const old = await sell(daysAfter(today, -5), [{ productId: rice, quantity: 3000 }])
  await api.pool.query(
    `with sold as (
       insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
       select $1, customer_id, customer_name, 3, 3, created_by_id
       from sales, generate_series(1, 999) where id = $2 returning id
     )
     insert into sale_lines (sale_id, product_id, product_name, price, quantity, total)
     select id, $3, 'Tea', 3, 1, 3 from sold`,
    [daysAfter(today, -1), old, tea],
  )
  expect((await readSalesSummary()).topProducts.map(({ units }) => units)).toEqual([3000, 999])
  await sell(today, [{ productId: tea }])
  const { all, topProducts } = await readSalesSummary()
  expect(all).toEqual({ count: 1001, total: 12_000 })
  expect(topProducts).toEqual([{ productId: tea, name: 'Tea', units: 1000 }])
})

test.each([
  ['customer', '/customers/{id}/history'],
  ['customer', '/customers/{id}/history/summary'],
  ['supplier', '/suppliers/{id}/history'],
  ['supplier', '/suppliers/{id}/history/summary'],
  ['product', '/products/{id}/history'],
])('an unknown %s is answered 404: %s', async (kind, path) => {
  const { get } = await openHistoryShop(api)
  for (const id of ['999999', '2147483648', '0', 'abc', '1.5']) {
    const { status, body } = await get(path.replace('{id}', id))
    expect({ id, status, body }).toMatchObject({
      id,
      status: 404,
      body: { detail: `There is no such ${kind}.` },
    })
  }
})

test('the ETag of a summary is not current on the next day', () => {
  const etags = createEtags('UTC')
  const query = (today: string) => partySummaryQuery('sale', 1, today)
  const etag = etags.create(query('2026-11-21'), 'abc')
  expect(etags.parseRevisions(etag, query('2026-11-21'))).toEqual(['abc'])
  expect(etags.parseRevisions(etag, query('2026-11-22'))).toEqual([])
})
