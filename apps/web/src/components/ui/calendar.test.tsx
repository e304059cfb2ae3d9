import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Calendar } from './calendar'

const chosen = vi.fn<(day: string) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
  chosen.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Every range starts on a Monday and has 42 days, one of them with a clock change. */
test.each([
  ['Europe/Berlin', '2026-03-29', '2026-02-23'],
  ['Europe/Berlin', '2026-10-25', '2026-09-28'],
  ['America/New_York', '2026-11-01', '2026-10-26'],
  ['America/Sao_Paulo', '2018-11-04', '2018-10-29'],
  ['Asia/Beirut', '2026-03-29', '2026-02-23'],
  ['Africa/Cairo', '2026-04-24', '2026-03-30'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-09-28'],
])('in %s the calendar shows every day around %s once @long', async (zone, day, monday) => {
  vi.stubEnv('TZ', zone)
  render(<Calendar value={day} onChange={chosen} />)
  const cells = within(screen.getByRole('grid')).getAllByRole('gridcell')
  expect(cells.map((cell) => cell.dataset.day)).toEqual(sixWeeks(monday))

  const selected = screen.getByRole('gridcell', { selected: true })
  expect(selected.dataset.day).toBe(day)
  await userEvent.click(within(selected).getByRole('button'))
  expect(chosen.mock.calls).toEqual([[day]])
})

test('the calendar arrows move by a month or a year and choose nothing', async () => {
  render(<Calendar value="2024-02-29" onChange={chosen} />)
  for (const [name, month] of [
    ['Go to next year', 'February 2025'],
    ['Go to previous month', 'January 2025'],
    ['Go to previous year', 'January 2024'],
    ['Go to next month', 'February 2024'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('grid', { name: month })).toBeTruthy()
  }
  expect(chosen).not.toHaveBeenCalled()
})

test('the calendar marks today', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  render(<Calendar value="2026-11-02" onChange={chosen} />)
  expect(screen.getByRole('button', { name: 'Today, Saturday 21 November 2026' })).toBeTruthy()
})

function sixWeeks(monday: string) {
  const start = Date.parse(`${monday}T12:00:00Z`)
  return Array.from({ length: 42 }, (_, index) =>
    new Date(start + index * 86_400_000).toISOString().slice(0, 10),
  )
}
