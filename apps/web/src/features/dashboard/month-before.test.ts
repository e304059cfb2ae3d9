import { expect, test } from 'vitest'

import { comparableDays } from './month-before'

const today = '2026-11-24'

test.each([
  ['a whole month', '2026-10-01', '2026-10-31', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['a longer month before', '2026-09-01', '2026-09-30', '2026-09-30', '2026-08-01', '2026-08-31'],
  ['January', '2026-01-01', '2026-01-31', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['a month in progress', '2026-11-01', '2026-11-30', '2026-11-24', '2026-10-01', '2026-10-24'],
  ['days within a month', '2026-10-10', '2026-10-16', '2026-10-16', '2026-09-10', '2026-09-16'],
  ['days in progress', '2026-11-20', '2026-11-30', '2026-11-24', '2026-10-20', '2026-10-24'],
  ['more days than before', '2026-03-20', '2026-03-30', '2026-03-30', '2026-02-20', '2026-02-28'],
  ['one day', '2026-11-24', '2026-11-24', '2026-11-24', '2026-10-24', '2026-10-24'],
])(
  'comparableDays finds the same days of the month before for %s',
  (_case, from, to, last, start, end) => {
    expect(comparableDays({ from, to }, today)).toEqual({
      compared: { from, to: last },
      before: { from: start, to: end },
    })
  },
)

test('comparableDays takes a month as a whole on its last day', () => {
  const september = { from: '2026-09-01', to: '2026-09-30' }
  expect(comparableDays(september, '2026-09-30')?.before.to).toBe('2026-08-31')
  expect(comparableDays(september, '2026-09-29')?.before.to).toBe('2026-08-29')
})

test.each([
  ['days of two months', '2026-10-20', '2026-11-05'],
  ['a year', '2026-01-01', '2026-12-31'],
  ['the same month of two years', '2025-10-01', '2026-10-31'],
  ['a month to come', '2026-12-01', '2026-12-31'],
  ['days that the month before does not have', '2026-03-30', '2026-03-31'],
])('comparableDays finds no days before for %s', (_case, from, to) => {
  expect(comparableDays({ from, to }, today)).toBeNull()
})
