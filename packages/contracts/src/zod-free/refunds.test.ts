import { expect, test } from 'vitest'
import { proposedRefund, refundsLeft } from './refunds'

const line = (price: number, quantity: number) => ({ price, quantity })

/** Three pens and a lamp for $100, less $10. */
const sale = { subtotal: 100, discount: 10, totalAmount: 95 }

function returned(lines: ReturnType<typeof line>[], refund: number, proposed = refund) {
  return { lines, refund, proposedRefund: proposed, shippingRefund: 0 }
}

test('the proposed refund is the share of the lines in what was paid for the goods', () => {
  expect(proposedRefund(sale, [], [line(20, 2)])).toBe(36)
  expect(proposedRefund(sale, [], [line(20, 3), line(40, 1)])).toBe(90)
  expect(proposedRefund(sale, [], [])).toBe(0)
})

test('the refunds of single items add up to what was paid, to the cent', () => {
  const odd = { subtotal: 9, discount: 0.05, totalAmount: 8.95 }
  const others: ReturnType<typeof returned>[] = []
  for (let item = 0; item < 9; item += 1) {
    const refund = proposedRefund(odd, others, [line(1, 1)])
    others.push(returned([line(1, 1)], refund))
  }
  expect(others.map(({ refund }) => refund)).toEqual([0.99, 1, 0.99, 1, 0.99, 1, 0.99, 1, 0.99])
  expect(refundsLeft(odd, others).goods).toBe(0)
})

test('half a cent is rounded up, also of amounts whose product is no safe integer', () => {
  expect(proposedRefund({ subtotal: 2, discount: 1.99, totalAmount: 0.01 }, [], [line(1, 1)])).toBe(
    0.01,
  )
  const huge = { subtotal: 60_000_000_000_001, discount: 0.01, totalAmount: 60_000_000_000_000.99 }
  expect(proposedRefund(huge, [], [line(60_000_000_000_000, 1)])).toBe(59_999_999_999_999.99)
})

test('a lowered refund leaves the next proposal as it is', () => {
  const lowered = returned([line(20, 2)], 30, 36)
  expect(proposedRefund(sale, [lowered], [line(20, 1)])).toBe(18)
  expect(refundsLeft(sale, [lowered])).toEqual({ goods: 60, shipping: 5 })
})

test('a proposal is at most what is not yet refunded', () => {
  const raised = returned([line(20, 1)], 85, 18)
  expect(proposedRefund(sale, [raised], [line(40, 1)])).toBe(5)
  const all = returned([line(20, 1)], 90, 18)
  expect(proposedRefund(sale, [all], [line(40, 1)])).toBe(0)
})

test('a sale whose discount exceeds its goods refunds nothing for them', () => {
  const free = { subtotal: 40, discount: 50, totalAmount: 2.5 }
  expect(proposedRefund(free, [], [line(40, 1)])).toBe(0)
  expect(refundsLeft(free, [])).toEqual({ goods: 0, shipping: 2.5 })
})

test('a refunded shipping fee is not left', () => {
  const other = { ...returned([line(20, 1)], 18), shippingRefund: 4.99 }
  expect(refundsLeft(sale, [other])).toEqual({ goods: 72, shipping: 0.01 })
})
