import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted } from '#test/support/test-shop'
import { idsOf, openHistoryShop } from './history-fixture'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

test('the history of a customer lists the sales newest first, by day and then by id', async () => {
  const { shop, sell, readSales } = await openHistoryShop(api)
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
      returnedAmount: 0,
    },
    {
      documentId: third,
      day: '2026-11-20',
      totalAmount: 27,
      units: 9,
      lineCount: 4,
      productNames: ['Oil', 'Tea', 'Rice'],
      returnedAmount: 0,
    },
    {
      documentId: first,
      day: '2026-11-20',
      totalAmount: 3,
      units: 1,
      lineCount: 1,
      productNames: ['Tea'],
      returnedAmount: 0,
    },
  ])
})

test('the history of a supplier lists the purchases newest first', async () => {
  const { shop, buy, sell, readPurchases } = await openHistoryShop(api)
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

test('the pages of a history join without gaps, also if their last document is deleted @long', async () => {
  const { shop, sell, remove, readSales } = await openHistoryShop(api)
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
    const shop = await openHistoryShop(api)
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

test('deleted customers, suppliers and products keep their histories', async () => {
  const shop = await openHistoryShop(api)
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

test('an invalid page of a history is answered 400', async () => {
  const { get, customer, supplier, shop } = await openHistoryShop(api)
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
  const { shop, sell, buy, poll, statusesFor, customer, supplier } = await openHistoryShop(api)
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

test('the history of a product lists the lines of sales or purchases, the last recorded first', async () => {
  const { shop, sell, buy, readLines } = await openHistoryShop(api)
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
