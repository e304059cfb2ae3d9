import { isDeepStrictEqual } from 'node:util'
import { type Return, refundsLeft, type Sale } from '@stockie/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { createReturnClient } from '#test/support/return-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createReturnClient>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createReturnClient(api, shop)
})
afterAll(() => api.stop())

const line = fc.record({
  product: fc.nat({ max: 2 }),
  price: fc.integer({ min: 1, max: 40 }),
  quantity: fc.integer({ min: 1, max: 7 }),
})

/** Every step chooses among what the sale has at that time. */
const step = fc.record({
  does: fc.constantFrom(
    'return',
    'return',
    'return',
    'shipping',
    'delete',
    'restore',
    'delete sale',
  ),
  which: fc.nat({ max: 30 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

const story = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  /** In cents, often above what the goods cost. */
  discount: fc.integer({ min: 0, max: 30_000 }),
  /** In cents. */
  shipping: fc.nat({ max: 3_000 }),
  steps: fc.array(step, { maxLength: 14 }),
})

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The returns that exist, and those that were deleted. */
type Known = { sale: Sale; deleted: Return[] }

async function unitsLeft({ sale }: Known): Promise<number[]> {
  const alive = await client.returnsOf(sale.saleId)
  return sale.saleDetails.map(({ id, quantity }) => {
    const returned = alive
      .flatMap(({ lines }) => lines)
      .filter(({ saleDetailId }) => saleDetailId === id)
      .reduce((sum, { quantity: units }) => sum + units, 0)
    return quantity - returned
  })
}

/** Returns some or all of what is left. */
async function takeBack(known: Known, share: number): Promise<void> {
  const left = await unitsLeft(known)
  const chosen = left
    .map((units, index) => ({ line: index, quantity: Math.ceil(units * share) }))
    .filter(({ quantity }) => quantity > 0)
  if (chosen.length > 0) await client.takeBack(known.sale, chosen)
}

/** Pays back a part of the shipping fees that are left, without items. */
async function refundShipping({ sale }: Known, share: number): Promise<void> {
  const left = refundsLeft(sale, await client.returnsOf(sale.saleId)).shipping
  const shippingRefund = Math.ceil(cents(left) * share) / 100
  if (shippingRefund > 0) await client.takeBack(sale, [], { shippingRefund })
}

async function play(known: Known, { does, which, share }: Step): Promise<void> {
  const { sale, deleted } = known
  const alive = await client.returnsOf(sale.saleId)
  if (does === 'return') return takeBack(known, share)
  if (does === 'shipping') return refundShipping(known, share)
  if (does === 'delete sale') {
    await client.remove(`/sales/${sale.saleId}`)
    await client.restore('sales', sale.saleId)
    const after = await client.returnsOf(sale.saleId)
    if (!isDeepStrictEqual(after, alive)) throw new Error('The returns did not follow their sale.')
    return
  }
  const list = does === 'delete' ? alive : deleted
  const one = list[which % list.length]
  if (!one) return
  if (does === 'delete') {
    await client.remove(`/returns/${one.id}`)
    deleted.push(one)
    return
  }
  const { status } = await client.restore('returns', one.id)
  const left = await unitsLeft(known)
  if (![200, 409].includes(status) || Math.min(...left) < 0) {
    throw new Error(`A restoration answered ${status} and left ${left.join()}.`)
  }
  if (status === 200) deleted.splice(deleted.indexOf(one), 1)
}

const cents = (amount: number) => Math.round(amount * 100)

const seed = Number(process.env['STOCKIE_RETURNS_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`after any returns, deletions and restorations, all goods together refund what was paid (STOCKIE_RETURNS_SEED=${seed}) @long`, async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ lines, discount, shipping, steps }) => {
      const before = await shop.stock()
      const sale = await client.sell(
        lines.map(({ product, ...sold }) => ({ ...sold, productId: shop.products[product] ?? 0 })),
        { discount: discount / 100, shippingFees: shipping / 100 },
      )
      const known: Known = { sale, deleted: [] }
      for (const one of steps) await play(known, one)
      await takeBack(known, 1)
      await refundShipping(known, 1)
      const all = await client.returnsOf(sale.saleId)
      const refunded = all.reduce((sum, { refund }) => sum + cents(refund), 0)
      expect(refunded).toBe(Math.max(0, cents(sale.subtotal) - discount))
      expect(await shop.stock()).toEqual(before)
      expect(await client.read(`/sales/${sale.saleId}`)).toMatchObject({
        returnedAmount: sale.totalAmount,
      })
    }),
    { seed, numRuns: 40, endOnFailure: false },
  )
  const broken = await withClient(api.databaseProxy.url, (connection) =>
    readBrokenInvariants(connection),
  )
  expect(broken).toEqual([])
  const totals = (await client.read('/reports/profit-summary')) as { totalSales: number }
  expect(totals.totalSales).toBe(0)
}, 120_000)
