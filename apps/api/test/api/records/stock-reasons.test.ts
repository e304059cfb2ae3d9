import { adjustmentReasons, products, stockMovements, type Product } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let pen: Product
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const body = (changes: object) => ({
  name: 'Fountain pen',
  price: 24,
  cost: 11,
  categoryId: shop.categoryId,
  ...changes,
})

beforeEach(async () => {
  const answer = await api.call('/products', { token: shop.token, body: body({ stock: 40 }) })
  pen = products.row.parse(answer.body)
})

const edit = (changes: object, headers: Record<string, string> = {}) =>
  api.call(`/products/${pen.id}`, {
    method: 'PUT',
    token: shop.token,
    body: body(changes),
    headers,
  })

/** What the movements keep of the edits, newest first and without the opening stock. */
async function readKept() {
  const answer = await api.call(`/products/${pen.id}/movements`, { token: shop.token })
  const rows = stockMovements.row.array().parse(answer.body)
  expect(rows).toEqual(answer.body)
  expect(rows.at(-1)).toMatchObject({ adjustmentReason: null, note: null, unitCost: null })
  return rows
    .slice(0, -1)
    .map(({ delta, adjustmentReason, note, unitCost }) => [delta, adjustmentReason, note, unitCost])
}

test.each(adjustmentReasons)('a stock that changes by hand keeps the reason %s', async (reason) => {
  const sent = { stock: 37, baseStock: 40, stockReason: reason, stockNote: ' Fell off the shelf ' }
  const answer = await edit(sent)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({ ...pen, stock: 37 })
  expect(await readKept()).toEqual([[-3, reason, 'Fell off the shelf', 11]])
})

test('a stock that changes by hand without a reason keeps only the cost', async () => {
  await edit({ stock: 41, baseStock: 40 })
  await edit({ stock: 42, baseStock: 41, stockReason: null, stockNote: null })
  await edit({ stock: 43, stockReason: '', stockNote: ' \n' })
  expect(await readKept()).toEqual([
    [1, null, null, 11],
    [1, null, null, 11],
    [1, null, null, 11],
  ])
})

test('an edit of the cost and the stock keeps the new cost with the movement', async () => {
  await edit({ stock: 41, baseStock: 40, cost: 15, stockReason: 'found' })
  // A later cost changes nothing that is in the ledger.
  await edit({ stock: 41, baseStock: 41, cost: 99 })
  expect(await readKept()).toEqual([[1, 'found', null, 15]])
})

test('an edit that moves no stock keeps neither reason nor note', async () => {
  const said = { stockReason: 'lost', stockNote: 'Nobody knows' }
  expect((await edit({ stock: 40, baseStock: 40, ...said })).status).toBe(200)
  expect((await edit({ stock: 40, ...said })).status).toBe(200)
  expect(await readKept()).toEqual([])
})

test('a reason counts the difference to the stock that the form began with', async () => {
  const sale = saleKind.body(shop, [{ productId: pen.id, quantity: 7 }])
  await api.call('/sales', { token: shop.token, body: sale })
  const answer = await edit({ stock: 38, baseStock: 40, stockReason: 'own-use' })
  expect(answer.body).toMatchObject({ stock: 31 })
  expect(await readKept()).toEqual([
    [-2, 'own-use', null, 11],
    [-7, null, null, null],
  ])
})

test('a save with a reason that is sent again with its key counts once', async () => {
  const key = { 'idempotency-key': 'form-1' }
  const sent = { stock: 35, baseStock: 40, stockReason: 'damaged', stockNote: 'Water' }
  await edit(sent, key)
  expect((await edit(sent, key)).body).toMatchObject({ stock: 35 })
  const kept = [[-5, 'damaged', 'Water', 11]]
  expect(await readKept()).toEqual(kept)
  // The same form again, with one piece more: only that piece moves.
  await edit({ ...sent, stock: 34, stockNote: 'Water, too' }, key)
  expect(await readKept()).toEqual([[-1, 'damaged', 'Water, too', 11], ...kept])
})

test.each([
  ['stockReason', 'stolen', 'Reason must be one of damaged, lost, own-use, found, correction'],
  ['stockReason', 7, 'Reason must be one of damaged, lost, own-use, found, correction'],
  ['stockNote', 'x'.repeat(201), 'Note must have at most 200 characters'],
  ['stockNote', 7, 'Note must be text'],
])('an edit with the wrong %s %j is refused and moves nothing', async (path, value, message) => {
  const answer = await edit({ stock: 35, baseStock: 40, [path]: value })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path, message }] } })
  expect(await readKept()).toEqual([])
})
