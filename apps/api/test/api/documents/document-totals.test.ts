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
import { queryKeepingConnection } from '#src/database/pool/deadline-pool'
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

/** A usual number, or one close to the limit. */
function usualOrNearLimit(usual: number, limit: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 1, max: usual }),
    fc.integer({ min: limit - usual, max: limit }),
  )
}

function linesWith(quantity: fc.Arbitrary<number>) {
  const line = fc
    .record({ product: fc.nat({ max: 2 }), price: usualOrNearLimit(300, limits.integer), quantity })
    .map(({ product, price, quantity: count }) => ({
      productId: shop.products[product] ?? 0,
      price,
      quantity: count,
      total: price * count,
    }))
  return fc.array(line, { minLength: 1, maxLength: 5 })
}

const feeInCents = fc.oneof(fc.nat({ max: 9999 }), fc.nat({ max: maxAmount * 100 }))

function sampleSales(count: number): SaleInput[] {
  const maxUnits = maxAmount / limits.integer
  const sale = fc
    .record({
      lines: linesWith(
        fc.oneof(usualOrNearLimit(9, limits.saleQuantity), usualOrNearLimit(9, maxUnits)),
      ),
      discount: feeInCents,
      shipping: feeInCents,
      /** For half of the sales: the cents that the discount leaves, or exceeds if negative. */
      centsLeft: fc.option(fc.integer({ min: -120, max: 120 }), { freq: 2 }),
    })
    .map(({ lines, discount, shipping, centsLeft }) => {
      const shippingFees = shipping / 100
      const { subtotal } = documentTotals({ lines })
      const all = Math.round(subtotal * 100) + shipping
      const amounts = {
        discount: (centsLeft === null ? discount : Math.max(0, all - centsLeft)) / 100,
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
  // The others exceed the largest total of a document.
  return fc.sample(sale, count).filter((sample) => sales.input.safeParse(sample).success)
}

function samplePurchases(count: number): PurchaseInput[] {
  const purchase = linesWith(usualOrNearLimit(9, limits.purchaseQuantity)).map((lines) => ({
    supplierId: shop.supplierId,
    purchaseDate: '2026-11-21',
    purchaseDetails: lines,
    totalAmount: documentTotals({ lines }).totalAmount,
    remark: null,
  }))
  return fc.sample(purchase, count).filter((sample) => purchases.input.safeParse(sample).success)
}

/** Sends the bodies one after the other and returns the statuses. */
async function postAll(path: string, bodies: object[]): Promise<number[]> {
  const statuses = []
  for (const body of bodies) {
    statuses.push((await api.call(path, { token: shop.token, body })).status)
  }
  return statuses
}

async function readRows(columns: string): Promise<unknown[]> {
  const { rows } = await api.pool.query({ text: `select ${columns}`, rowMode: 'array' })
  return rows
}

/** Reads the digits: for trillions, `amount * 100` need not be a whole number. */
const centsOf = (amount: number) => Number(amount.toFixed(2).replace('.', ''))
const oneCentMore = (amount: number) => (centsOf(amount) + 1) / 100
const oneCentLess = (amount: number) => (centsOf(amount) - 1) / 100

// @holds decision 6.1
test('hundreds of sampled sales and purchases are stored with the totals that the contract computes @long', async () => {
  const sold = sampleSales(400)
  expect(new Set(await postAll('/sales', sold))).toEqual(new Set([201]))
  // PostgreSQL computes the subtotal itself.
  expect(await readRows('subtotal::text, total_amount::text from sales order by id')).toEqual(
    sold.map(({ saleDetails, totalAmount }) => [
      documentTotals({ lines: saleDetails }).subtotal.toFixed(2),
      totalAmount.toFixed(2),
    ]),
  )
  const bought = samplePurchases(50)
  expect(new Set(await postAll('/purchases', bought))).toEqual(new Set([201]))
  const ofLines = '(select sum(total)::text from purchase_lines where purchase_id = purchases.id)'
  expect(await readRows(`${ofLines}, total_amount::text from purchases order by id`)).toEqual(
    bought.map(({ totalAmount }) => [totalAmount.toFixed(2), totalAmount.toFixed(2)]),
  )

  const countWhere = (matches: (total: number) => boolean) =>
    sold.filter(({ totalAmount }) => matches(totalAmount)).length
  const counts = [
    countWhere((total) => total === 0),
    countWhere((total) => total > 0 && total < 1),
    countWhere((total) => total > maxAmount / 2),
  ]
  expect(Math.min(...counts)).toBeGreaterThan(3)
})

test('a total that is one cent off is rejected by the API, and by PostgreSQL on its own', async () => {
  const session = { userId: shop.user.id, version: 0, session: Buffer.alloc(32) }
  const attempt = { ...session, key: undefined, hash: Buffer.from('') }
  const before = await readRows('count(*) from sales')
  for (const sale of sampleSales(40)) {
    const totals = [oneCentMore(sale.totalAmount), oneCentLess(sale.totalAmount)]
    const wrongSales = totals.map((totalAmount) => ({ ...sale, totalAmount }))
    expect(await postAll('/sales', wrongSales)).toEqual([422, 422])
    for (const wrongSale of wrongSales) {
      await expect(
        queryKeepingConnection(api.pool, recordSale(wrongSale, attempt)),
      ).rejects.toMatchObject({
        constraint: 'sales_total_amount_adds_up',
      })
    }
  }
  const [purchase] = samplePurchases(20)
  const tooHigh = { ...purchase, totalAmount: oneCentMore(purchase?.totalAmount ?? 0) }
  expect(await postAll('/purchases', [tooHigh])).toEqual([422])
  expect(await readRows('count(*) from sales')).toEqual(before)
})
