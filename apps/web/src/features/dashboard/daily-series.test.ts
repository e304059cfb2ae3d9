import { expect, test } from 'vitest'

import { fillMissingDays } from './daily-series'

const row = (day: string) => ({
  day,
  totalSales: 1.5,
  totalPurchases: 2,
  totalExpenses: 3,
  totalReturns: 0.5,
})

test.each([
  ['2026-11-01', '2026-11-30', 30],
  ['2024-02-01', '2024-02-29', 29],
  ['2026-03-01', '2026-03-31', 31],
  ['2026-12-31', '2027-01-01', 2],
  ['0099-12-31', '0100-01-01', 2],
  ['2024-01-01', '2024-12-31', 366],
  ['2024-02-29', '2025-02-27', 365],
])('fillMissingDays lists each day from %s to %s once and in order', (from, to, count) => {
  const days = fillMissingDays({ from, to }, [row(to)], '9999-12-31')
  expect(days).toHaveLength(count)
  expect(days[0]?.day).toBe(from)
  expect(days.at(-1)).toEqual(row(to))
  expect(new Set(days.map(({ day }) => day)).size).toBe(count)
  expect(days.map(({ day }) => day).toSorted()).toEqual(days.map(({ day }) => day))
  const empty = days.slice(0, -1)
  expect(empty.every(({ totalSales, totalExpenses }) => totalSales + totalExpenses === 0)).toBe(
    true,
  )
})

test('fillMissingDays adds no empty days to a range of more than a year', () => {
  const rows = [row('1999-05-05'), row('2026-11-21')]
  expect(fillMissingDays({ from: '0001-01-01', to: '9999-12-31' }, rows, '2026-11-21')).toEqual(
    rows,
  )
  expect(fillMissingDays({ from: '2025-01-01', to: '2026-01-01' }, rows, '2026-11-21')).toEqual(
    rows,
  )
})

test('fillMissingDays adds no day after today, but keeps days with amounts', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' }
  const lastDay = (rows: ReturnType<typeof row>[], today: string) =>
    fillMissingDays(november, rows, today).at(-1)?.day
  expect(lastDay([row('2026-11-02')], '2026-11-21')).toBe('2026-11-21')
  const withLater = fillMissingDays(november, [row('2026-11-25')], '2026-11-21')
  expect(withLater).toHaveLength(22)
  expect(withLater.slice(-2).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-25'])
  expect(lastDay([row('2026-11-02')], '2026-12-21')).toBe('2026-11-30')
  expect(lastDay([], '2026-10-21')).toBe('2026-11-01')
})
