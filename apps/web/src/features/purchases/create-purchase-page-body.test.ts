import { limits, maxAmount, purchases } from '@stockie/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { blankDraft } from '@/lib/drafts/draft'

import { purchaseTotals, toPurchaseBody } from './create-purchase-page'

const line = fc.record({
  productId: fc.integer({ min: 1, max: limits.id }),
  name: fc.string(),
  price: fc.integer({ min: 1, max: limits.integer }),
  quantity: fc.integer({ min: 1, max: limits.purchaseQuantity }),
})

test("the total of any purchase equals the API's, or exceeds the limit", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const draft = { ...blankDraft, lines, party: { id: 1, name: 'Harbour Paper' } }
      const { totalAmount } = purchaseTotals(draft)
      const body = toPurchaseBody(draft, '2026-11-21')
      const { data } = purchases.input.safeParse(JSON.parse(JSON.stringify(body)))
      const isTooMuch = totalAmount > maxAmount
      expect(data?.totalAmount).toBe(isTooMuch ? undefined : totalAmount)
      const exact = lines.reduce(
        (sum, item) => sum + BigInt(item.price) * BigInt(item.quantity),
        0n,
      )
      expect(isTooMuch || BigInt(totalAmount) === exact).toBe(true)
    }),
  )
})

// @holds spec 3.12, 9.14
test('a purchase is sent with the fields of the specification and the cost as its price', () => {
  const lines = [{ productId: 7, name: 'Lamp', price: 15, quantity: 12 }]
  const party = { id: 3, name: 'Harbour Paper' }
  expect(toPurchaseBody({ ...blankDraft, lines, party }, '2026-11-20')).toEqual({
    supplierId: 3,
    totalAmount: 180,
    purchaseDate: '2026-11-20',
    remark: '',
    purchaseDetails: [{ productId: 7, quantity: 12, price: 15, total: 180 }],
  })
})
