import { stockMovements } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { type Answer, startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let calls: ReturnType<typeof createShopClient>
beforeAll(async () => {
  api = await startTestApi()
})
beforeAll(async () => {
  shop = await openTestShop(api)
  calls = createShopClient(api, shop)
})
afterAll(() => api.stop())

const rowsOf = ({ body }: Answer) => stockMovements.row.array().parse(body)

// @holds decision 8.1
test('the stock ledger of a product lists every change with the running balance, newest first', async () => {
  const [tea, rice] = shop.products
  const { get, sell, buy, remove, restore } = calls
  const sale = await sell('2026-11-21', [
    { productId: tea, quantity: 2 },
    { productId: rice },
    { productId: tea, quantity: 1 },
  ])
  const purchase = await buy('2026-11-20', [{ productId: tea, quantity: 10 }])
  await remove(`/sales/${sale}`)
  await remove(`/purchases/${purchase}`)
  await restore('sales', [sale])
  await restore('purchases', [purchase])

  const answer = await get(`/products/${tea}/movements`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-total-count')).toBe('7')
  const rows = rowsOf(answer)
  expect(rows).toEqual(answer.body)
  expect(rows.map(({ reason, delta, balance }) => [reason, delta, balance])).toEqual([
    ['purchase_restored', 10, 107],
    ['sale_restored', -3, 97],
    ['purchase_deleted', -10, 100],
    ['sale_deleted', 3, 110],
    ['purchase', 10, 107],
    ['sale', -3, 97],
    ['opening', 100, 100],
  ])
  expect(rows[5]).toMatchObject({
    productId: tea,
    saleId: sale,
    purchaseId: null,
    documentDay: '2026-11-21',
    userName: shop.user.name,
  })
  expect(rows[6]).toMatchObject({ saleId: null, purchaseId: null, documentDay: null })
  await remove(`/sales/${sale}`)
  const [, , , , , , sold] = rowsOf(await get(`/products/${tea}/movements`))
  expect(sold).toMatchObject({ reason: 'sale', saleId: sale, documentDay: null })
  await restore('sales', [sale])
  const stock = await shop.stock()
  expect(stock[tea]).toBe(rows[0]?.balance)
})

test('the stock ledger is paged and returns the total number of rows', async () => {
  const [, , oil] = shop.products
  for (let quantity = 1; quantity <= 6; quantity += 1) {
    await calls.sell('2026-11-21', [{ productId: oil, quantity }])
  }
  const page = (number: number) => calls.get(`/products/${oil}/movements?page=${number}&pageSize=3`)
  const pages = [await page(1), await page(2), await page(3), await page(4)]
  expect(pages.map((answer) => rowsOf(answer).map(({ delta }) => delta))).toEqual([
    [-6, -5, -4],
    [-3, -2, -1],
    [100],
    [],
  ])
  for (const { headers } of pages) expect(headers.get('x-total-count')).toBe('7')
})

test('the stock ledger is answered 304 until the stock moves', async () => {
  const [, rice] = shop.products
  const path = `/products/${rice}/movements`
  const known = { 'if-none-match': (await calls.get(path)).headers.get('etag') ?? '' }
  expect((await calls.get(path, known)).status).toBe(304)
  await calls.sell('2026-11-21', [{ productId: rice }])
  expect((await calls.get(path, known)).status).toBe(200)
})

test('the stock ledger of a deleted product stays readable', async () => {
  const [tea] = shop.products
  const before = await calls.read(`/products/${tea}/movements`)
  await api.pool.query(markDeleted('products', tea, shop.user.id))
  expect(await calls.read(`/products/${tea}/movements`)).toEqual(before)
})

test('the stock ledger answers 404 for an unknown product, and 400 for an invalid page', async () => {
  const [tea] = shop.products
  for (const id of ['999999', '2147483648', '0', 'abc', '1.5']) {
    const { status, body } = await calls.get(`/products/${id}/movements`)
    expect({ id, status, body }).toMatchObject({
      id,
      status: 404,
      body: { detail: 'There is no such product.' },
    })
  }
  for (const query of ['page=0', 'pageSize=1001', 'page=x', 'page=1&page=2']) {
    const { status } = await calls.get(`/products/${tea}/movements?${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
  }
  const last = await calls.get(`/products/${tea}/movements?page=1000000&pageSize=1000`)
  expect(last.body).toEqual([])
})
