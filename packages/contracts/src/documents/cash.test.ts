import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cashDifference, cashPieces, countedTotal, expectedCash, sumOfAmounts } from './cash'

test('a count by coins and notes adds up to the cent', () => {
  const pieces = [
    { value: 0.1, count: 3 },
    { value: 0.05, count: 7 },
    { value: 0.01, count: 100_000 },
    { value: 100, count: 2 },
  ]
  expect(countedTotal({ pieces })).toBe(1200.65)
  expect(countedTotal({ sum: 0.3 })).toBe(0.3)
  expect(countedTotal({ pieces: [] })).toBe(0)
})

test('the expected cash is the float and the sales, less what was not paid in cash and what was taken out', () => {
  const takenOut = [{ amount: 0.1 }, { amount: 0.2 }]
  expect(sumOfAmounts(takenOut)).toBe(0.3)
  const day = { openingFloat: 100.1, totalSales: 29.9, paidOtherwise: 10.05, takenOut }
  expect(expectedCash(day)).toBe(119.65)
  expect(cashDifference(119.6, expectedCash(day))).toBe(-0.05)
  expect(expectedCash({ openingFloat: 0, totalSales: -6, paidOtherwise: 0, takenOut: [] })).toBe(-6)
})

const amount = fc.integer({ min: 0, max: 1_000_000 })

test('counting exactly what is expected leaves no difference, with any coins and notes', () => {
  const piece = fc.record({
    value: fc.constantFrom(...cashPieces),
    count: fc.nat(100_000),
  })
  fc.assert(
    fc.property(fc.array(piece), amount, amount, (pieces, float, otherwise) => {
      const counted = countedTotal({ pieces })
      const cents = pieces.reduce(
        (sum, { value, count }) => sum + Math.round(value * 100) * count,
        0,
      )
      expect(counted).toBe(cents / 100)
      const expected = expectedCash({
        openingFloat: float / 100,
        totalSales: (cents - float + otherwise) / 100,
        paidOtherwise: otherwise / 100,
        takenOut: [],
      })
      expect(cashDifference(counted, expected)).toBe(0)
    }),
  )
})
