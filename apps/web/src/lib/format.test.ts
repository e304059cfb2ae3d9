import { afterEach, expect, test, vi } from 'vitest'

import {
  formatStockChange,
  formatCount,
  formatDay,
  formatDayNumeric,
  formatDateTime,
  formatMoney,
  formatMonth,
  initials,
} from './format'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['Olivia Owner', 'OO'],
  ['Ludwig van der Berg', 'LB'],
  ['  cher ', 'C'],
  ['😀 smile', '😀S'],
  ['', ''],
])('initials of %o are %o', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test.each([
  [1234, '$1,234.00'],
  [-5, '-$5.00'],
  [0, '$0.00'],
  [-0, '$0.00'],
  [19.9, '$19.90'],
  [0.07, '$0.07'],
  [1_000_000_000, '$1,000,000,000.00'],
  [70_000_000_000_000.01, '$70,000,000,000,000.01'],
  // @holds spec 1.13, 9.13, decision 6.3
])('formatMoney shows %d as %s', (amount, expected) => {
  expect(formatMoney(amount)).toBe(expected)
})

test.each([
  ['2026-11-05', '05 Nov 2026', '05-11-2026'],
  ['2024-02-29', '29 Feb 2024', '29-02-2024'],
  ['2026-09-30', '30 Sep 2026', '30-09-2026'],
  // @holds spec 2.99, 2.117, 9.15, 9.16
])('the day %s is shown as %s in lists and as %s in pickers', (day, inLists, inPickers) => {
  expect(formatDay(day)).toBe(inLists)
  expect(formatDayNumeric(day)).toBe(inPickers)
})

test.each([
  [6, '6', '+6'],
  [-2, '-2', '−2'],
  [-1_234_567, '-1,234,567', '−1,234,567'],
])(
  'the number %d is shown as %s for a stock and as %s for a change',
  (count, asStock, asChange) => {
    expect(formatCount(count)).toBe(asStock)
    expect(formatStockChange(count)).toBe(asChange)
  },
)

test('formatMonth shows 2026-11 as Nov 2026', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026')
})

test.each([
  ['UTC', '21 Nov 2026, 23:05'],
  ['Europe/Berlin', '22 Nov 2026, 00:05'],
  ['America/New_York', '21 Nov 2026, 18:05'],
])('formatDateTime uses the time zone %s of the browser', (zone, expected) => {
  vi.stubEnv('TZ', zone)
  expect(formatDateTime('2026-11-21T23:05:30.000Z')).toBe(expected)
})
