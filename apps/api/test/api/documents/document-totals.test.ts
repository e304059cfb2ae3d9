import {
  documentTotals,
  limits,
  maxAmount,
  purchases,
  sales,
  type PurchaseInput,
  type SaleInput,
} from '@stockie/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryKeepingConnection } from '#src/database/sql/idempotency'
import { recordSale } from '#src/modules/sales'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** What a shop sees, or about the most that there may be. */
function upTo(usual: number, most: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: usual }), fc.integer({ min: most - usual, max: most }))
}

function linesWith(quantity: fc.Arbitrary<number>) {
  const line = fc
    .record({ product: fc.nat({ max: 2 }), price: upTo(300, limits.integer), quantity })
    .map(({ product, price, quantity: count }) => ({
      productId: shop.products[product] ?? 0,
      price,
      quantity: count,
      total: price * count,
    }))
  return fc.array(line, { minLength: 1, maxLength: 5 })
}

/** In cents. */
const fee = fc.oneof(fc.nat({ max: 9999 }), fc.nat({ max: maxAmount * 100 }))

function sampleSales(count: number): SaleInput[] {
  const mostUnits = maxAmount / limits.integer
  const sale = fc
    .record({
      lines: linesWith(fc.oneof(upTo(9, limits.saleQuantity), upTo(9, mostUnits))),
      discount: fee,
      shipping: fee,
      /** Of half of them: by so many cents the discount leaves more than nothing, or less. */
      left: fc.option(fc.integer({ min: -120, max: 120 }), { freq: 2 }),
    })
    .map(({ lines, discount, shipping, left }) => {
      const shippingFees = shipping / 100
      const { subtotal } = documentTotals({ lines })
      const all = Math.round(subtotal * 100) + shipping
      const amounts = {
        discount: (left === null ? discount : Math.max(0, all - left)) / 100,
        shippingFees,
      }
      return {
        customerId: shop.customerId,
        saleDate: '2026-11-21',
        saleDetails: lines,
        ...amounts,
        totalAmount: documentTotals({ lines, ...amounts }).totalAmount,
        remark: null,
      }
    })
  // The rest comes to more than a document may.
  return fc.sample(sale, count).filter((one) => sales.input.safeParse(one).success)
}

function samplePurchases(count: number): PurchaseInput[] {
  const purchase = linesWith(upTo(9, limits.purchaseQuantity)).map((lines) => ({
    supplierId: shop.supplierId,
    purchaseDate: '2026-11-21',
    purchaseDetails: lines,
    totalAmount: documentTotals({ lines }).totalAmount,
    remark: null,
  }))
  return fc.sample(purchase, count).filter((one) => purchases.input.safeParse(one).success)
}

/** What the API answers to each, sent one after the other. */
async function post(path: string, bodies: object[]): Promise<number[]> {
  const statuses = []
  for (const body of bodies) {
    statuses.push((await api.call(path, { token: shop.token, body })).status)
  }
  return statuses
}

async function recorded(columns: string): Promise<unknown[]> {
  const { rows } = await api.pool.query({ text: `select ${columns}`, rowMode: 'array' })
  return rows
}

/** By its digits: trillions times 100 need not come to whole cents. */
const centsOf = (amount: number) => Number(amount.toFixed(2).replace('.', ''))
const oneCentMore = (amount: number) => (centsOf(amount) + 1) / 100
const oneCentLess = (amount: number) => (centsOf(amount) - 1) / 100

// @holds decision 6.1
test('hundreds of sales and purchases are recorded as the contract has computed them', async () => {
  const sold = sampleSales(400)
  expect(new Set(await post('/sales', sold))).toEqual(new Set([201]))
  // The subtotal is PostgreSQL's own sum.
  expect(await recorded('subtotal::text, total_amount::text from sales order by id')).toEqual(
    sold.map(({ saleDetails, totalAmount }) => [
      documentTotals({ lines: saleDetails }).subtotal.toFixed(2),
      totalAmount.toFixed(2),
    ]),
  )
  const bought = samplePurchases(50)
  expect(new Set(await post('/purchases', bought))).toEqual(new Set([201]))
  const ofLines = '(select sum(total)::text from purchase_lines where purchase_id = purchases.id)'
  expect(await recorded(`${ofLines}, total_amount::text from purchases order by id`)).toEqual(
    bought.map(({ totalAmount }) => [totalAmount.toFixed(2), totalAmount.toFixed(2)]),
  )

  const among = (is: (total: number) => boolean) =>
    sold.filter(({ totalAmount }) => is(totalAmount)).length
  const kinds = [
    among((total) => total === 0),
    among((total) => total > 0 && total < 1),
    among((total) => total > maxAmount / 2),
  ]
  expect(Math.min(...kinds)).toBeGreaterThan(3)
})

test('a total that is a cent off neither the API takes nor, by itself, PostgreSQL', async () => {
  const session = { userId: shop.user.id, version: 0, session: Buffer.alloc(32) }
  const attempt = { ...session, key: undefined, hash: Buffer.from('') }
  const before = await recorded('count(*) from sales')
  for (const sale of sampleSales(40)) {
    const totals = [oneCentMore(sale.totalAmount), oneCentLess(sale.totalAmount)]
    const wrong = totals.map((totalAmount) => ({ ...sale, totalAmount }))
    expect(await post('/sales', wrong)).toEqual([422, 422])
    for (const one of wrong) {
      await expect(
        queryKeepingConnection(api.pool, recordSale(one, attempt)),
      ).rejects.toMatchObject({
        constraint: 'sales_total_amount_adds_up',
      })
    }
  }
  const [purchase] = samplePurchases(20)
  const dearer = { ...purchase, totalAmount: oneCentMore(purchase?.totalAmount ?? 0) }
  expect(await post('/purchases', [dearer])).toEqual([422])
  expect(await recorded('count(*) from sales')).toEqual(before)
})
