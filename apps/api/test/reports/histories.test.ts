import {
  customerHistory,
  customerHistorySummary,
  productHistory,
  supplierHistory,
  supplierHistorySummary,
} from '@stockie/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createEtags } from '#src/http/endpoints/list-etag-cache'
import { partySummaryQuery } from '#src/modules/history'
import { createCalendar, daysAfter } from '#test/support/calendar'
import { documentKinds } from '#test/support/document-kinds'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop } from '#test/support/test-shop'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

/** A shop of its own in the shared database: its customer, supplier and products are new. */
async function openShop(of = api) {
  const shop = await openTestShop(of)
  const calls = createShopClient(of, shop)
  const customer = `/customers/${shop.customerId}/history`
  const supplier = `/suppliers/${shop.supplierId}/history`
  const readSales = async (query = '') =>
    customerHistory.row.array().parse(await calls.read(`${customer}?${query}`))
  const readPurchases = async (query = '') =>
    supplierHistory.row.array().parse(await calls.read(`${supplier}?${query}`))
  return {
    shop,
    ...calls,
    customer,
    supplier,
    readSales,
    readPurchases,
    readSalesSummary: async () =>
      customerHistorySummary.row.parse(await calls.read(`${customer}/summary`)),
    readPurchasesSummary: async () =>
      supplierHistorySummary.row.parse(await calls.read(`${supplier}/summary`)),
    readLines: async (productId: number, query = '') =>
      productHistory.row.array().parse(await calls.read(`/products/${productId}/history?${query}`)),
  }
}

const idsOf = (rows: { documentId: number }[]) => rows.map(({ documentId }) => documentId)

test('the history of a customer lists the sales newest first, by day and then by id', async () => {
  const { shop, sell, readSales } = await openShop()
  const [tea, rice, oil] = shop.products
  expect(await readSales()).toEqual([])
  const first = await sell('2026-11-20', [{ productId: tea }])
  const second = await sell('2026-11-21', [{ productId: rice, quantity: 2 }], {
    discount: 0.75,
    totalAmount: 5.25,
  })
  const third = await sell('2026-11-20', [
    { productId: oil, quantity: 3 },
    { productId: tea },
    { productId: rice },
    { productId: tea, quantity: 4 },
  ])
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into customers (name) values ('Grace') returning id`,
  )
  await sell('2026-11-20', [{ productId: tea }], { customerId: rows[0]?.id })
  expect(await readSales()).toEqual([
    {
      documentId: second,
      day: '2026-11-21',
      totalAmount: 5.25,
      units: 2,
      lineCount: 1,
      productNames: ['Rice'],
    },
    {
      documentId: third,
      day: '2026-11-20',
      totalAmount: 27,
      units: 9,
      lineCount: 4,
      productNames: ['Oil', 'Tea', 'Rice'],
    },
    {
      documentId: first,
      day: '2026-11-20',
      totalAmount: 3,
      units: 1,
      lineCount: 1,
      productNames: ['Tea'],
    },
  ])
})

test('the history of a supplier lists the purchases newest first', async () => {
  const { shop, buy, sell, readPurchases } = await openShop()
  const [tea] = shop.products
  const older = await buy('2026-11-01', [{ productId: tea, price: 2, quantity: 10 }])
  const newer = await buy('2026-11-02', [{ productId: tea, price: 2 }])
  await sell('2026-11-03', [{ productId: tea }])
  const rows = await readPurchases()
  expect(idsOf(rows)).toEqual([newer, older])
  expect(rows[1]).toEqual({
    documentId: older,
    day: '2026-11-01',
    totalAmount: 20,
    units: 10,
    lineCount: 1,
    productNames: ['Tea'],
  })
})

test('the pages of a history join without gaps, also if their last document is deleted', async () => {
  const { shop, sell, remove, readSales } = await openShop()
  const lines = [{ productId: shop.products[0] }]
  const days = ['2026-11-20', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-20', '2026-11-22']
  for (const day of days) await sell(day, lines)
  const all = idsOf(await readSales())
  expect(all).toHaveLength(6)
  for (const size of [1, 2, 4]) {
    const read: number[] = []
    let page = idsOf(await readSales(`pageSize=${size}`))
    while (page.length > 0) {
      expect(page.length).toBeLessThanOrEqual(size)
      read.push(...page)
      page = idsOf(await readSales(`pageSize=${size}&before=${page.at(-1)}`))
    }
    expect(read).toEqual(all)
  }
  await remove(`/sales/${all[2]}`)
  expect(idsOf(await readSales(`before=${all[2]}`))).toEqual(all.slice(3))
  expect(await readSales('before=2147483647')).toEqual([])
})

test.each(documentKinds)(
  'deleted $path leave the histories, and restored ones come back',
  async ({ path }) => {
    const shop = await openShop()
    const [tea] = shop.shop.products
    const isSale = path === 'sales'
    const record = isSale ? shop.sell : shop.buy
    const ids = [
      await record('2026-11-20', [{ productId: tea }]),
      await record('2026-11-21', [{ productId: tea, quantity: 2 }]),
    ]
    const readAll = async () => ({
      documents: await (isSale ? shop.readSales : shop.readPurchases)(),
      summary: await (isSale ? shop.readSalesSummary : shop.readPurchasesSummary)(),
      lines: await shop.readLines(tea, `kind=${isSale ? 'sale' : 'purchase'}`),
    })
    const before = await readAll()
    expect(idsOf(before.documents)).toEqual(ids.toReversed())
    expect(idsOf(before.lines)).toEqual(ids.toReversed())
    expect(before.summary.all).toEqual({ count: 2, total: 9 })
    await shop.remove(`/${path}/${ids[1]}`)
    const after = await readAll()
    expect(idsOf(after.documents)).toEqual(ids.slice(0, 1))
    expect(idsOf(after.lines)).toEqual(ids.slice(0, 1))
    expect(after.summary).toMatchObject({
      all: { count: 1, total: 3 },
      last: { documentId: ids[0], day: '2026-11-20' },
    })
    await shop.restore(path, ids.slice(1))
    expect(await readAll()).toEqual(before)
  },
)

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the last 12 months of a summary end today in the zone of the store (%s)',
  async (timeZone) => {
    const zoned = await startTestApi({ timeZone })
    onTestFinished(() => zoned.stop())
    const { shop, sell, readSalesSummary } = await openShop(zoned)
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
  const { shop, sell, buy, readSalesSummary, readPurchasesSummary } = await openShop()
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
      { productId: tea, quantity: 2 },
      { productId: salt },
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
      { productId: tea, name: 'Tea', units: 2 },
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

test('a summary counts the products of the newest 1,000 documents', async () => {
  const { shop, sell, readSalesSummary } = await openShop()
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

test('the history of a product lists the lines of sales or purchases, the last recorded first', async () => {
  const { shop, sell, buy, readLines } = await openShop()
  const [tea, rice] = shop.products
  const first = await sell('2026-11-21', [
    { productId: tea, price: 4, quantity: 2 },
    { productId: rice },
    { productId: tea, price: 3, quantity: 1 },
  ])
  const second = await sell('2026-11-01', [{ productId: tea }])
  const bought = await buy('2026-11-20', [{ productId: tea, price: 2, quantity: 7 }])
  const lines = await readLines(tea)
  expect(lines.map((line) => ({ ...line, lineId: 0 }))).toEqual(
    [
      { documentId: second, day: '2026-11-01', price: 3, quantity: 1, total: 3 },
      { documentId: first, day: '2026-11-21', price: 3, quantity: 1, total: 3 },
      { documentId: first, day: '2026-11-21', price: 4, quantity: 2, total: 8 },
    ].map((line) => ({ ...line, lineId: 0, partyName: 'Ada Fashola' })),
  )
  expect(await readLines(tea, 'kind=sale')).toEqual(lines)
  expect(await readLines(tea, 'pageSize=2')).toEqual(lines.slice(0, 2))
  // A page may end between two lines of a sale.
  expect(await readLines(tea, `before=${lines[1]?.lineId}`)).toEqual(lines.slice(2))
  expect(await readLines(tea, `before=${lines[2]?.lineId}`)).toEqual([])
  expect(await readLines(tea, 'kind=purchase')).toMatchObject([
    { documentId: bought, partyName: 'Harbour Paper Ltd', price: 2, quantity: 7, total: 14 },
  ])
})

test('deleted customers, suppliers and products keep their histories', async () => {
  const shop = await openShop()
  const { customerId, supplierId, products, user } = shop.shop
  const [tea] = products
  await shop.sell('2026-11-21', [{ productId: tea }])
  await shop.buy('2026-11-21', [{ productId: tea }])
  const readAll = async () => [
    await shop.readSales(),
    await shop.readSalesSummary(),
    await shop.readPurchases(),
    await shop.readPurchasesSummary(),
    await shop.readLines(tea),
    await shop.readLines(tea, 'kind=purchase'),
  ]
  const before = await readAll()
  await api.pool.query(markDeleted('customers', customerId, user.id))
  await api.pool.query(markDeleted('suppliers', supplierId, user.id))
  await api.pool.query(markDeleted('products', tea, user.id))
  expect(await readAll()).toEqual(before)
})

test.each([
  ['customer', '/customers/{id}/history'],
  ['customer', '/customers/{id}/history/summary'],
  ['supplier', '/suppliers/{id}/history'],
  ['supplier', '/suppliers/{id}/history/summary'],
  ['product', '/products/{id}/history'],
])('an unknown %s is answered 404: %s', async (kind, path) => {
  const { get } = await openShop()
  for (const id of ['999999', '2147483648', '0', 'abc', '1.5']) {
    const { status, body } = await get(path.replace('{id}', id))
    expect({ id, status, body }).toMatchObject({
      id,
      status: 404,
      body: { detail: `There is no such ${kind}.` },
    })
  }
})

test('an invalid page of a history is answered 400', async () => {
  const { get, customer, supplier, shop } = await openShop()
  const product = `/products/${shop.products[0]}/history`
  const invalid = ['pageSize=0', 'pageSize=201', 'pageSize=x', 'before=0', 'before=x', 'before=1.5']
  for (const path of [customer, supplier, product]) {
    for (const query of [...invalid, 'before=2147483648', 'before=1&before=2']) {
      const { status } = await get(`${path}?${query}`)
      expect({ path, query, status }).toEqual({ path, query, status: 400 })
    }
    expect((await get(`${path}?pageSize=200&before=1`)).status).toBe(200)
  }
  const { body } = await get(`${product}?kind=expense`)
  expect(body).toMatchObject({ status: 400, detail: 'kind must be sale or purchase' })
})

test('a history is answered 304 until one of its documents may have changed, and only to roles 1 to 3', async () => {
  const { shop, sell, buy, poll, statusesFor, customer, supplier } = await openShop()
  const [tea] = shop.products
  const polls = [poll(customer), poll(`${customer}/summary`), poll(supplier)]
  const statuses = async () => [await polls[0]?.(), await polls[1]?.(), await polls[2]?.()]
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await statuses()).toEqual([304, 304, 304])
  await sell('2026-11-01', [{ productId: tea }])
  expect((await statuses()).slice(0, 2)).toEqual([200, 200])
  await buy('2026-11-01', [{ productId: tea }])
  expect((await statuses())[2]).toBe(200)
  expect(await statuses()).toEqual([304, 304, 304])
  for (const path of [customer, `${supplier}/summary`, `/products/${tea}/history`]) {
    expect(await statusesFor(path, [2, 3, 4])).toEqual([200, 200, 403])
  }
})

test('the ETag of a summary is not current on the next day', () => {
  const etags = createEtags('UTC')
  const query = (today: string) => partySummaryQuery('sale', 1, today)
  const etag = etags.create(query('2026-11-21'), 'abc')
  expect(etags.parseRevisions(etag, query('2026-11-21'))).toEqual(['abc'])
  expect(etags.parseRevisions(etag, query('2026-11-22'))).toEqual([])
})
