import { documentTotals, limits, maxAmount, sales, type SaleInput } from '@stockie/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const many = 5000

/** What a shop sees, or about the most that there may be. */
function upTo(usual: number, most: number): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: usual }), fc.integer({ min: most - usual, max: most }))
}

const line = fc.record({
  price: upTo(300, limits.integer),
  quantity: fc.oneof(upTo(9, limits.saleQuantity), upTo(9, maxAmount / limits.integer)),
})

/** In cents. */
const fee = fc.oneof(fc.nat({ max: 9999 }), fc.nat({ max: maxAmount * 100 }))

const sale = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    discount: fee,
    shipping: fee,
    /** Of half of them: by so many cents the discount leaves more than nothing, or less. */
    left: fc.option(fc.integer({ min: -120, max: 120 }), { freq: 2 }),
  })
  .map(({ lines, discount, shipping, left }): SaleInput => {
    const shippingFees = shipping / 100
    const { subtotal } = documentTotals({ lines })
    const all = Math.round(subtotal * 100) + shipping
    const discounted = left === null ? discount : Math.max(0, all - left)
    const amounts = { discount: discounted / 100, shippingFees }
    return {
      customerId: 1,
      saleDate: '2026-11-21',
      saleDetails: lines.map((one) => ({ productId: 1, ...one, total: one.price * one.quantity })),
      ...amounts,
      totalAmount: documentTotals({ lines, ...amounts }).totalAmount,
      remark: null,
    }
  })

test('PostgreSQL comes to the totals that the contract has come to, of thousands of sales', async () => {
  const accepted = fc.sample(sale, many).filter((one) => sales.input.safeParse(one).success)
  // The rest comes to more than a document may.
  expect(accepted.length).toBeGreaterThan(many / 3)

  const { rows } = await api.pool.query<{ subtotal: string; total: string }>(
    `select subtotal::numeric(16, 2)::text as subtotal,
       greatest(0, subtotal - (sale ->> 'discount')::numeric + (sale ->> 'shippingFees')::numeric)
         ::numeric(16, 2)::text as total
     from jsonb_array_elements($1::jsonb) with ordinality as sent (sale, position), lateral (
       select sum((line ->> 'price')::numeric * (line ->> 'quantity')::numeric) as subtotal
       from jsonb_array_elements(sale -> 'saleDetails') as line
     ) as added
     order by position`,
    [JSON.stringify(accepted)],
  )
  const wrong = accepted.filter(({ saleDetails, totalAmount }, index) => {
    const { subtotal } = documentTotals({ lines: saleDetails })
    const { subtotal: added, total } = rows[index] ?? {}
    return added !== subtotal.toFixed(2) || total !== totalAmount.toFixed(2)
  })
  expect(rows).toHaveLength(accepted.length)
  expect(wrong).toEqual([])
  const among = (is: (total: number) => boolean) =>
    accepted.filter(({ totalAmount }) => is(totalAmount)).length
  const kinds = [
    among((total) => total === 0),
    among((total) => total > 0 && total < 1),
    among((total) => total > maxAmount / 2),
  ]
  expect(Math.min(...kinds)).toBeGreaterThan(many / 100)
})
