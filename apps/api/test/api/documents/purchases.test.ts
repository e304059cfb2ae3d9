import { purchases } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const buy = (body: unknown): Promise<Answer> => api.call('/purchases', { token: shop.token, body })

// @holds spec 3.11, 3.12, 7.33
test('a purchase stores the current names and the costs that were sent', async () => {
  const [tea, rice] = shop.products
  const lines = [
    { productId: rice, price: 9, quantity: 9999 },
    { productId: tea, price: 2, quantity: 1 },
  ]
  const answer = await buy(purchaseKind.body(shop, lines, { remark: ' By courier ' }))
  expect(answer.status).toBe(201)
  expect(purchases.row.parse(answer.body)).toEqual(answer.body)
  expect(answer.body).toEqual({
    purchaseId: expect.any(Number),
    supplierId: shop.supplierId,
    supplierName: 'Harbour Paper Ltd',
    purchaseDate: '2026-11-21',
    totalAmount: 89_993,
    remark: 'By courier',
    purchaseDetails: [
      { productId: rice, productName: 'Rice', price: 9, quantity: 9999, total: 89_991 },
      { productId: tea, productName: 'Tea', price: 2, quantity: 1, total: 2 },
    ],
    createdAt: expect.stringMatching(/Z$/),
    createdByName: shop.user.name,
  })
  const { purchaseId } = purchases.row.parse(answer.body)
  const { rows } = await api.pool.query(
    `select purchase_date, supplier_name, total_amount, remark, turn, created_by_id, deleted_at
     from purchases where id = $1`,
    [purchaseId],
  )
  expect(rows).toEqual([
    {
      purchase_date: '2026-11-21',
      supplier_name: 'Harbour Paper Ltd',
      total_amount: 89_993,
      remark: 'By courier',
      turn: 0,
      created_by_id: shop.user.id,
      deleted_at: null,
    },
  ])
})

// @holds decision 8.6
test('a purchase does not change the cost of a product', async () => {
  const [tea] = shop.products
  const answer = await buy(purchaseKind.body(shop, [{ productId: tea, price: 999 }]))
  expect(answer).toMatchObject({ status: 201, body: { totalAmount: 999 } })
  const { rows } = await api.pool.query('select cost, price from products order by id')
  expect(rows).toEqual([
    { cost: 2, price: 3 },
    { cost: 4, price: 5 },
    { cost: 6, price: 7 },
  ])
})

// @holds decision 7.2
test('a purchase whose total does not add up is rejected and moves no stock', async () => {
  const before = await shop.stock()
  const answer = await buy(
    purchaseKind.body(shop, [{ productId: shop.products[0] }], { totalAmount: 3.01 }),
  )
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'totalAmount' }] } })
  expect(await shop.stock()).toEqual(before)
})
