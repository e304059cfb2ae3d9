import { sales, saleWithoutLines } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const sell = (body: unknown): Promise<Answer> => api.call('/sales', { token: shop.token, body })

// @holds spec 3.9, 3.10, 3.13, 7.29
test('a sale stores the current names and the prices that were sent', async () => {
  const [tea, rice] = shop.products
  const body = saleKind.body(
    shop,
    [
      { productId: rice, price: 6, quantity: 2 },
      { productId: tea, price: 3, quantity: 1 },
      { productId: rice, price: 5, quantity: 1 },
    ],
    { discount: 5.5, shippingFees: 0.25, totalAmount: 14.75, remark: ' Gift wrap ' },
  )
  const answer = await sell(body)
  expect(answer.status).toBe(201)
  expect(sales.row.parse(answer.body)).toEqual(answer.body)
  expect(answer.body).toEqual({
    saleId: expect.any(Number),
    customerId: shop.customerId,
    customerName: 'Ada Fashola',
    saleDate: '2026-11-21',
    subtotal: 20,
    discount: 5.5,
    shippingFees: 0.25,
    totalAmount: 14.75,
    remark: 'Gift wrap',
    saleDetails: [
      {
        id: expect.any(Number),
        productId: rice,
        productName: 'Rice',
        price: 6,
        quantity: 2,
        total: 12,
        cost: 4,
      },
      {
        id: expect.any(Number),
        productId: tea,
        productName: 'Tea',
        price: 3,
        quantity: 1,
        total: 3,
        cost: 2,
      },
      {
        id: expect.any(Number),
        productId: rice,
        productName: 'Rice',
        price: 5,
        quantity: 1,
        total: 5,
        cost: 4,
      },
    ],
    returnedAmount: 0,
    createdAt: expect.stringMatching(/Z$/),
    createdByName: shop.user.name,
  })
  const { saleId } = sales.row.parse(answer.body)
  const { rows } = await api.pool.query(
    `select sale_date, customer_name, subtotal, discount, shipping_fees, total_amount, remark, turn,
       created_by_id, deleted_at from sales where id = $1`,
    [saleId],
  )
  expect(rows).toEqual([
    {
      sale_date: '2026-11-21',
      customer_name: 'Ada Fashola',
      subtotal: 20,
      discount: 5.5,
      shipping_fees: 0.25,
      total_amount: 14.75,
      remark: 'Gift wrap',
      turn: 0,
      created_by_id: shop.user.id,
      deleted_at: null,
    },
  ])
})

test('a list without lines names the products of each sale', async () => {
  const [tea, rice] = shop.products
  const lines = [{ productId: rice }, { productId: tea }, { productId: rice }]
  const sold = sales.row.parse((await sell(saleKind.body(shop, lines))).body)
  const list = (query: string) =>
    api.call(`/sales?startDate=2026-11-21&endDate=2026-11-21${query}`, { token: shop.token })
  const withLines = sales.row.array().parse((await list('')).body)
  const withoutLines = saleWithoutLines.array().parse((await list('&lines=none')).body)
  expect(withoutLines).toEqual(
    withLines.map(({ saleDetails, ...sale }) => ({
      ...sale,
      productNames: saleDetails.map(({ productName }) => productName),
    })),
  )
  expect(withoutLines[0]).toMatchObject({
    saleId: sold.saleId,
    productNames: ['Rice', 'Tea', 'Rice'],
  })
  expect(await list('&lines=all')).toMatchObject({
    status: 400,
    body: { detail: 'lines must be none' },
  })
})

test('one sale is read with its lines until it is deleted', async () => {
  const sold = sales.row.parse(
    (await sell(saleKind.body(shop, [{ productId: shop.products[0] }]))).body,
  )
  const read = () => api.call(`/sales/${sold.saleId}`, { token: shop.token })
  expect(await read()).toMatchObject({ status: 200, body: sold })
  await api.call(`/sales/${sold.saleId}`, { token: shop.token, method: 'DELETE' })
  expect(await read()).toMatchObject({ status: 404, body: { detail: 'There is no such sale.' } })
})

test('the total of a sale is zero if its discount exceeds its subtotal', async () => {
  const body = saleKind.body(shop, [{ productId: shop.products[0] }], {
    discount: 5,
    totalAmount: 0,
  })
  const answer = await sell(body)
  expect(answer).toMatchObject({ status: 201, body: { totalAmount: 0, subtotal: 3, remark: null } })
})

// @holds decision 6.1
test('cents are exact decimals in the database and numbers in JSON', async () => {
  const [tea] = shop.products
  // 3 - 0.1 + 0.3 is 3.1999999999999997 in floating point.
  const cents = { discount: 0.1, shippingFees: 0.3, totalAmount: 3.2 }
  const answer = await sell(saleKind.body(shop, [{ productId: tea }], cents))
  expect(answer.body).toMatchObject(cents)
  const { saleId } = sales.row.parse(answer.body)
  const { rows } = await api.pool.query(
    'select discount::text, shipping_fees::text, total_amount::text from sales where id = $1',
    [saleId],
  )
  expect(rows).toEqual([{ discount: '0.10', shipping_fees: '0.30', total_amount: '3.20' }])
})

// @holds decision 7.2, asvs 2.2.3
test('a sale whose total does not add up is rejected and moves no stock', async () => {
  const before = await shop.stock()
  const answer = await sell(
    saleKind.body(shop, [{ productId: shop.products[0] }], { totalAmount: 2.99 }),
  )
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'totalAmount' }] } })
  expect(await shop.stock()).toEqual(before)
})

// @holds decision 29.1
test('a sale of a million pieces is recorded exactly, and one piece more is rejected', async () => {
  const [, , oil] = shop.products
  const line = { productId: oil, price: 70_000_000, quantity: 1_000_000 }
  const answer = await sell(saleKind.body(shop, [line]))
  expect(answer).toMatchObject({ status: 201, body: { totalAmount: 70_000_000_000_000 } })
  const tooMany = { ...line, price: 1, quantity: 1_000_001 }
  const refused = await sell(saleKind.body(shop, [tooMany]))
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'saleDetails.0.quantity' }] },
  })
})
