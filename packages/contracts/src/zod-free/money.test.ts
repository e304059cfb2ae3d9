import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxAmount } from './limits'
import { changeOf, documentTotals, isWholeCents, lineTotal, saleTotal, subtotalOf } from './money'

const maxCents = BigInt(maxAmount) * 100n

/** An amount as JSON.parse reads it from a request body, with two decimals at most. */
const amount = fc
  .oneof(fc.bigInt({ min: 0n, max: maxCents }), fc.bigInt({ min: 0n, max: 100_000_00n }))
  .map((cents) => ({ cents, dollars: dollarsOf(cents) }))

function dollarsOf(cents: bigint): number {
  return Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
}

test('isWholeCents distinguishes whole cents from fractions of a cent', () => {
  fc.assert(fc.property(amount, ({ dollars }) => isWholeCents(dollars)))
  for (const dollars of [0.001, 0.005, 1.999, 0.1 + 0.2, 1.005]) {
    expect(isWholeCents(dollars)).toBe(false)
  }
})

test('two amounts one cent apart are different numbers up to the largest amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxCents - 1n }), (cents) => {
      expect(dollarsOf(cents)).not.toBe(dollarsOf(cents + 1n))
    }),
  )
})

test('an amount survives JSON unchanged, with two decimals at most', () => {
  fc.assert(
    fc.property(amount, ({ dollars }) => {
      expect(JSON.parse(JSON.stringify(dollars))).toBe(dollars)
      expect(JSON.stringify(dollars)).toMatch(/^\d+(\.\d{1,2})?$/)
    }),
  )
})

// @holds spec 4.22, decision 6.2
test('a sale totals max(0, subtotal - discount + shipping), exact to the cent', () => {
  fc.assert(
    fc.property(amount, amount, amount, (subtotal, discount, shipping) => {
      const exact = subtotal.cents - discount.cents + shipping.cents
      fc.pre(exact <= maxCents)
      const total = saleTotal(subtotal.dollars, discount.dollars, shipping.dollars)
      expect(total).toBe(dollarsOf(exact > 0n ? exact : 0n))
    }),
  )
})

test('the change of a payment is exact to the cent, also below zero', () => {
  fc.assert(
    fc.property(amount, amount, (received, total) => {
      const exact = received.cents - total.cents
      const change = changeOf(received.dollars, total.dollars)
      expect(change).toBe(exact < 0n ? -dollarsOf(-exact) : dollarsOf(exact))
    }),
  )
})

test('a sum above the largest amount never rounds down to it', () => {
  fc.assert(
    fc.property(amount, amount, amount, (subtotal, discount, shipping) => {
      fc.pre(subtotal.cents - discount.cents + shipping.cents > maxCents)
      expect(saleTotal(subtotal.dollars, discount.dollars, shipping.dollars)).toBeGreaterThan(
        maxAmount,
      )
    }),
  )
})

const line = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 500 })),
  quantity: fc.oneof(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 20 })),
})

// @holds asvs 1.4.2
test("a document's lines add up exactly, or exceed the largest amount", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), (lines) => {
      const exact = lines.reduce((sum, it) => sum + BigInt(it.price) * BigInt(it.quantity), 0n)
      const { subtotal, totalAmount } = documentTotals({ lines })
      const summed = subtotalOf(
        lines.map(({ price, quantity }) => ({ total: lineTotal(price, quantity) })),
      )
      expect(totalAmount).toBe(subtotal)
      expect(summed).toBe(subtotal)
      expect(subtotal > maxAmount).toBe(exact > BigInt(maxAmount))
      expect(subtotal > maxAmount || BigInt(subtotal) === exact).toBe(true)
    }),
  )
})

test('sums of cents have no floating-point error', () => {
  expect(subtotalOf(Array.from({ length: 10 }, () => ({ total: 0.1 })))).toBe(1)
  expect(saleTotal(0.3, 0.1, 0)).toBe(0.2)
  expect(
    documentTotals({ lines: [{ price: 24, quantity: 2 }], discount: 5.5, shippingFees: 5 }),
  ).toEqual({ subtotal: 48, totalAmount: 47.5 })
})
