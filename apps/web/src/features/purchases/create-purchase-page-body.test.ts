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

test('any purchase adds up as the API adds it up, or comes to too much', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const draft = { ...blankDraft, lines, party: { id: 1, name: 'Harbour Paper' } }
      const { totalAmount } = purchaseTotals(draft)
      const body = toPurchaseBody(draft, '2026-11-21')
      const { data } = purchases.input.safeParse(JSON.parse(JSON.stringify(body)))
      const isTooMuch = totalAmount > maxAmount
      expect(data?.totalAmount).toBe(isTooMuch ? undefined : totalAmount)
      const exact = lines.reduce((sum, one) => sum + BigInt(one.price) * BigInt(one.quantity), 0n)
      expect(isTooMuch || BigInt(totalAmount) === exact).toBe(true)
    }),
  )
})

// @holds spec 3.12, 9.14
test('sends what the specification lists, with the cost for a price', () => {
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
