import { limits, maxAmount, sales } from '@stockie/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { blankDraft } from '@/lib/drafts/draft'
import { formatMoney } from '@/lib/format'

import { saleTotals, toSaleBody } from './create-sales-page'

const line = fc.record({
  productId: fc.integer({ min: 1, max: limits.id }),
  name: fc.string(),
  price: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: limits.integer })),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: limits.saleQuantity }),
  ),
})

/** Amounts as typed: whole, with a dot or one or two decimals, padded, or not a number. */
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: BigInt(maxAmount) * 100n }).map(toText),
  fc.bigInt({ min: 0n, max: 1_000_000n }).map(toText),
  fc.integer({ min: 0, max: 1000 }).map((whole) => ` ${whole}.`),
  fc.constantFrom('', ' ', '0.5', '.5', '1,5', 'much', '-', '5 €', 'NaN', 'Infinity'),
)

function toText(cents: bigint) {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

const draft = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 30 }),
  discount: amount,
  shippingFees: amount,
  remark: fc.string({ maxLength: 100 }).filter((text) => !text.includes('\0')),
})

// @holds decision 6.2
test("the total of any typed sale equals the API's to the displayed cent", () => {
  fc.assert(
    fc.property(draft, (typed) => {
      const sale = { ...blankDraft, party: { id: 1, name: 'Ada' }, ...typed }
      const { subtotal, totalAmount } = saleTotals(sale)
      const body = toSaleBody(sale, '2026-11-21')
      expect(body.totalAmount).toBe(totalAmount)

      const { data, error } = sales.input.safeParse(JSON.parse(JSON.stringify(body)))
      const isTooMuch = subtotal > maxAmount || totalAmount > maxAmount
      expect(error === undefined).toBe(!isTooMuch)
      if (!data) return
      const cents =
        typed.lines.reduce((sum, item) => sum + BigInt(item.price) * BigInt(item.quantity), 0n) *
          100n -
        toCents(data.discount) +
        toCents(data.shippingFees)
      expect(formatMoney(totalAmount).replaceAll(/[$,]/g, '')).toBe(toText(cents > 0n ? cents : 0n))
    }),
  )
})

function toCents(dollars: number) {
  return BigInt(dollars.toFixed(2).replace('.', ''))
}

// @holds spec 3.13, 9.14
test('a sale is sent with the fields of the specification and an empty remark if none is typed', () => {
  const lines = [{ productId: 7, name: 'Lamp', price: 20, quantity: 2 }]
  const sale = { ...blankDraft, lines, party: { id: 3, name: 'Ada' }, discount: '2.5', remark: ' ' }
  expect(toSaleBody(sale, '2026-11-20')).toEqual({
    customerId: 3,
    saleDate: '2026-11-20',
    totalAmount: 37.5,
    discount: 2.5,
    shippingFees: 0,
    remark: '',
    saleDetails: [{ productId: 7, price: 20, quantity: 2, total: 40 }],
  })
})
