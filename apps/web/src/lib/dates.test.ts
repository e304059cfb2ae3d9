import { isoDate } from '@stockie/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isDay, shiftMonth, parseDay, toDay, toMonth } from './dates'

test.each([
  ['2026-11-21', 2026, 10, 21],
  ['2024-02-29', 2024, 1, 29],
  ['0026-01-31', 26, 0, 31],
  // @holds decision 24.1
])('parseDay and toDay round-trip %s in the local calendar', (day, year, month, date) => {
  const parsed = parseDay(day)
  expect([parsed.getFullYear(), parsed.getMonth(), parsed.getDate()]).toEqual([year, month, date])
  expect(toDay(parsed)).toBe(day)
})

// @holds decision 24.1
test('toDay and toMonth use the local day up to its last minute', () => {
  expect(toDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  expect(toMonth(new Date(2026, 0, 1, 0, 0))).toBe('2026-01')
})

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', -12, '2025-11'],
  ['2026-11', 3, '2027-02'],
])('shiftMonth moves %s by %i months to %s', (month, by, expected) => {
  expect(shiftMonth(month, by)).toBe(expected)
})

test("isDay accepts the same texts as the contract's isoDate", () => {
  const number = (max: number, length: number) =>
    fc.integer({ min: 0, max }).map((some) => String(some).padStart(length, '0'))
  const likeDay = fc
    .tuple(number(10_000, 4), number(13, 2), number(32, 2))
    .map((parts) => parts.join('-'))
  const text = fc.oneof(likeDay, fc.string(), fc.constantFrom('2024-02-30', '0NaN-NaN-NaN', '1'))
  fc.assert(
    fc.property(text, (some) => {
      expect(isDay(some)).toBe(isoDate.safeParse(some).success)
    }),
    { numRuns: 500 },
  )
})
