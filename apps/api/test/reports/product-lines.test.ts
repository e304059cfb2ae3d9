import { productLines, sales } from '@stockie/contracts'
import { expect, onTestFinished, test } from 'vitest'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi } from '#test/support/test-api'
import { markDeleted, openTestShop } from '#test/support/test-shop'

async function openShop() {
  const api = await startTestApi()
  onTestFinished(() => api.stop())
  const shop = await openTestShop(api)
  const calls = createShopClient(api, shop)
  const [tea, rice] = shop.products
  const readLines = async (query = '') =>
    productLines.row.array().parse(await calls.read(`/products/${tea}/lines?${query}`))
  /** [kind, document, day, quantity] of every line, in the order of the list. */
  const readTuples = async (query?: string) =>
    (await readLines(query)).map(({ kind, documentId, day, quantity }) => [
      kind,
      documentId,
      day,
      quantity,
    ])
  return { api, shop, tea, rice, readLines, readTuples, ...calls }
}

test('the lines of a product list its sales and purchases, newest first', async () => {
  const { api, shop, tea, rice, readLines, readTuples, sell, buy } = await openShop()
  expect(await readLines()).toEqual([])
  await sell('9999-12-31', [{ productId: tea, quantity: 1 }])
  await sell('2026-11-21', [{ productId: tea, price: 24, quantity: 2 }], {
    discount: 48,
    totalAmount: 0,
  })
  await sell('2026-11-21', [
    { productId: tea, quantity: 3 },
    { productId: rice, quantity: 4 },
    { productId: tea, quantity: 5 },
  ])
  await sell('2026-11-20', [{ productId: rice, quantity: 6 }])
  await buy('2026-11-21', [{ productId: tea, price: 2, quantity: 7 }])
  await buy('0001-01-01', [{ productId: tea, quantity: 8 }])
  // Lines keep the party's name from the time of the document.
  await api.pool.query(`update customers set name = 'Grace'; update suppliers set name = 'Grace'`)

  const rows = [
    ['sale', 1, '9999-12-31', 1],
    ['sale', 3, '2026-11-21', 5],
    ['sale', 3, '2026-11-21', 3],
    ['sale', 2, '2026-11-21', 2],
    ['purchase', 1, '2026-11-21', 7],
    ['purchase', 2, '0001-01-01', 8],
  ]
  expect(await readTuples()).toEqual(rows)
  expect(await readTuples('startDate=2026-11-21')).toEqual(rows.slice(0, 5))
  expect(await readTuples('endDate=2026-11-21')).toEqual(rows.slice(1))
  expect(await readTuples('startDate=2026-11-20&endDate=2026-11-20')).toEqual([])
  expect((await readLines('startDate=2026-11-21&endDate=2026-11-21')).slice(2)).toEqual([
    {
      kind: 'sale',
      documentId: 2,
      lineId: 2,
      day: '2026-11-21',
      documentDay: '2026-11-21',
      partyName: 'Ada Fashola',
      price: 24,
      quantity: 2,
      total: 48,
    },
    {
      kind: 'purchase',
      documentId: 1,
      lineId: 1,
      day: '2026-11-21',
      documentDay: '2026-11-21',
      partyName: 'Harbour Paper Ltd',
      price: 2,
      quantity: 7,
      total: 14,
    },
  ])
  await api.pool.query(markDeleted('products', tea, shop.user.id))
  expect(await readTuples()).toEqual(rows)
})

test('the lines of a deleted document are not listed until it is restored', async () => {
  const { tea, readLines, sell, buy, remove, restore } = await openShop()
  const sale = await sell('2026-11-21', [{ productId: tea }])
  const purchase = await buy('2026-11-20', [{ productId: tea }])
  const before = await readLines()
  expect(before).toHaveLength(2)
  await remove(`/sales/${sale}`)
  expect(await readLines()).toEqual(before.slice(1))
  await remove(`/purchases/${purchase}`)
  expect(await readLines()).toEqual([])
  await restore('sales', [sale])
  await restore('purchases', [purchase])
  expect(await readLines()).toEqual(before)
})

test('a return has negative lines on its own day, which name the day of its sale @long', async () => {
  const { api, shop, tea, readLines, sell, read } = await openShop()
  const id = await sell('2026-11-20', [{ productId: tea, price: 24, quantity: 2 }])
  const sale = sales.row.parse(await read(`/sales/${id}`))
  const lines = [{ saleDetailId: sale.saleDetails[0]?.id, quantity: 1, restock: true }]
  const body = { returnDate: '2026-11-21', lines }
  expect(await api.call(`/sales/${id}/returns`, { token: shop.token, body })).toMatchObject({
    status: 201,
  })
  const returned = {
    kind: 'return',
    documentId: id,
    day: '2026-11-21',
    documentDay: '2026-11-20',
    partyName: 'Ada Fashola',
    quantity: -1,
    total: -24,
  }
  expect(await readLines()).toMatchObject([returned, { kind: 'sale', documentDay: '2026-11-20' }])
})

test('the lines of a product are answered 304 until a write in their range, and only to roles 1 to 3', async () => {
  const { tea, sell, buy, poll, statusesFor } = await openShop()
  const november = `/products/${tea}/lines?startDate=2026-11-01&endDate=2026-11-30`
  const status = poll(november)
  expect(await status()).toBe(200)
  await sell('2026-10-31', [{ productId: tea }])
  expect(await status()).toBe(304)
  await sell('2026-11-01', [{ productId: tea }])
  expect(await status()).toBe(200)
  await buy('2026-11-30', [{ productId: tea }])
  expect(await status()).toBe(200)
  expect(await status()).toBe(304)

  expect(await statusesFor(november, [2, 3, 4])).toEqual([200, 200, 403])
})

test('the lines of an unknown product are answered 404, also with an ETag', async () => {
  const { tea, get } = await openShop()
  const etag = (await get(`/products/${tea}/lines`)).headers.get('etag') ?? ''
  for (const id of ['999999', '2147483648', '0', 'abc', '1.5']) {
    for (const known of ['', etag]) {
      const { status, body, headers } = await get(`/products/${id}/lines`, {
        'if-none-match': known,
      })
      expect({ id, status, body }).toMatchObject({
        id,
        status: 404,
        body: { detail: 'There is no such product.' },
      })
      expect(headers.get('etag')).toBeNull()
    }
  }
})
