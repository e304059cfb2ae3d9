import { expect, test } from 'vitest'

import { moveMonth, parseDay, toDay, toMonth } from './days'

test.each([
  ['2026-11-21', 2026, 10, 21],
  ['2024-02-29', 2024, 1, 29],
  ['0026-01-31', 26, 0, 31],
])('%s is a day of the calendar that hangs here', (day, year, month, date) => {
  const parsed = parseDay(day)
  expect([parsed.getFullYear(), parsed.getMonth(), parsed.getDate()]).toEqual([year, month, date])
  expect(toDay(parsed)).toBe(day)
})

test('the last minute of a day still belongs to it', () => {
  expect(toDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  expect(toMonth(new Date(2026, 0, 1, 0, 0))).toBe('2026-01')
})

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', -12, '2025-11'],
  ['2026-11', 3, '2027-02'],
])('%s moved by %i is %s', (month, by, expected) => {
  expect(moveMonth(month, by)).toBe(expected)
})
