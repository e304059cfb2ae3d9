import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { datePresetTable } from '@/test/date-preset-table'

import { monthOf, monthRange, findPreset, presetRange, presets } from './date-ranges'
import { parseDay, toDay } from './dates'

/**
 * The browser's time zone may be any of these. In some, midnight is skipped when daylight saving
 * time begins.
 */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(zones)('in the time zone %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone)
  })

  test.each(Object.entries(datePresetTable))(
    // @holds spec 2.116, 9.17, decision 24.1
    'the presets of %s match the table',
    (today, expected) => {
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const ranges = presets.map((preset) => {
        const { from, to } = presetRange(preset, today)
        return [preset, from, to]
      })
      expect(ranges).toEqual(expected)
    },
  )

  test('every day of eight years round-trips and lies in its own week, month and year @long', () => {
    const failures = daysFrom('2017-12-31', 8 * 366).filter((day) => {
      const week = presetRange('This Week', day)
      const periods = [week, presetRange('This Month', day), presetRange('This Year', day)]
      const isInside = periods.every(({ from, to }) => from <= day && day <= to)
      return !isInside || week.from !== mondayOf(day) || toDay(parseDay(day)) !== day
    })
    expect(failures).toEqual([])
  })
})

// @holds spec 2.116
test('presets are offered in the order of the specification', () => {
  expect(presets.join(', ')).toBe(
    'Today, Yesterday, This Week, Last Week, Last 7 Days, This Month, Last Month, This Year, Last Year',
  )
})

test.each([
  ['2026-11-21', '2026-11-21', 'Today'],
  ['2026-11-20', '2026-11-20', 'Yesterday'],
  ['2026-11-16', '2026-11-22', 'This Week'],
  ['2026-11-15', '2026-11-21', 'Last 7 Days'],
  ['2025-01-01', '2025-12-31', 'Last Year'],
  ['2026-11-01', '2026-11-21', undefined],
  ['2026-11-19', '2026-11-19', undefined],
] as const)('on 21 November 2026, the range %s to %s is the preset %s', (from, to, preset) => {
  expect(findPreset({ from, to }, '2026-11-21')).toBe(preset)
})

test('a range that fits two presets is the chosen one, or else the first', () => {
  const week = { from: '2026-11-16', to: '2026-11-22' }
  expect(findPreset(week, '2026-11-22')).toBe('This Week')
  expect(findPreset(week, '2026-11-22', 'Last 7 Days')).toBe('Last 7 Days')
  expect(findPreset(week, '2026-11-22', 'Last Year')).toBe('This Week')
})

test.each([
  ['2026-11', '2026-11-01', '2026-11-30'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2026-03', '2026-03-01', '2026-03-31'],
  // @holds spec 2.39
])('monthRange and monthOf convert %s to %s through %s and back', (month, from, to) => {
  expect(monthRange(month)).toEqual({ from, to })
  expect(monthOf({ from, to })).toBe(month)
})

test('monthOf returns null for a range that is not a whole month', () => {
  expect(monthOf({ from: '2026-11-01', to: '2026-11-29' })).toBeNull()
  expect(monthOf({ from: '2026-11-02', to: '2026-11-30' })).toBeNull()
  expect(monthOf({ from: '2026-11-01', to: '2026-12-31' })).toBeNull()
})

/** Calculated in UTC, independent of the time zone. */
function daysFrom(first: string, count: number) {
  const start = Date.parse(`${first}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => isoDay(start + index * 86_400_000))
}

function mondayOf(day: string) {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return isoDay(noon - ((new Date(noon).getUTCDay() + 6) % 7) * 86_400_000)
}

function isoDay(time: number) {
  return new Date(time).toISOString().slice(0, 10)
}
