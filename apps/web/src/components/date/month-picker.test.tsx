import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { formatMonth } from '@/lib/format'

import { MonthPicker } from './month-picker'

const chosen = vi.fn<(month: string) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
  chosen.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

function Screen({ first }: { first: string | null }) {
  const [month, setMonth] = useState(first)
  return (
    <MonthPicker
      value={month}
      label={month === null ? 'Today' : formatMonth(month)}
      onChange={(next) => {
        chosen(next)
        setMonth(next)
      }}
    />
  )
}

async function open(first: string | null, text: string) {
  render(<Screen first={first} />)
  const user = userEvent.setup()
  await user.click(opener(text))
  return user
}

const opener = (text: string) => screen.getByRole('button', { name: `Month: ${text}` })
const month = (name: string) => screen.getByRole('button', { name })
/** The gridcells, which Testing Library sees as plain cells. */
const cells = () => screen.getAllByRole('cell')
const selected = () =>
  cells()
    .filter((cell) => cell.getAttribute('aria-selected') === 'true')
    .map((cell) => cell.textContent)
const focused = () => document.activeElement

// @holds spec 2.39
test('the month picker shows twelve months and focuses the current one', async () => {
  await open(null, 'Today')
  expect(screen.getByRole('grid', { name: '2026' })).toBeTruthy()
  const names = cells().map((cell) => cell.textContent)
  expect(names.map((name) => name?.slice(0, 3)).join(' ')).toBe(
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  )
  expect(focused()).toBe(month('Nov 2026'))
  expect(month('Nov 2026').getAttribute('aria-current')).toBe('date')
  expect(selected()).toEqual([])
})

// @holds spec 2.39
test('choosing a month sets it, closes the picker and returns the focus', async () => {
  const user = await open(null, 'Today')
  await user.click(month('Mar 2026'))
  expect(chosen.mock.calls).toEqual([['2026-03']])
  expect(screen.queryByRole('grid')).toBeNull()
  expect(focused()).toBe(opener('Mar 2026'))

  await user.click(opener('Mar 2026'))
  expect(selected()).toEqual(['Mar 2026'])
  expect(focused()).toBe(month('Mar 2026'))
})

// @holds spec 2.39
test('the arrow buttons show other years and choose nothing', async () => {
  const user = await open('2026-02', 'Feb 2026')
  await user.click(month('Go to previous year'))
  expect(screen.getByRole('grid', { name: '2025' })).toBeTruthy()
  expect(selected()).toEqual([])
  await user.click(month('Go to next year'))
  await user.click(month('Go to next year'))
  expect(screen.getByRole('status').textContent).toBe('2027')
  expect(chosen).not.toHaveBeenCalled()
  await user.click(month('Dec 2027'))
  expect(chosen.mock.calls).toEqual([['2027-12']])
})

test.each([
  ['2026-11', '{ArrowLeft}', 'Oct 2026'],
  ['2026-11', '{ArrowRight}', 'Dec 2026'],
  ['2026-11', '{ArrowUp}', 'Aug 2026'],
  ['2026-11', '{ArrowDown}', 'Feb 2027'],
  ['2026-01', '{ArrowLeft}', 'Dec 2025'],
  ['2026-12', '{ArrowRight}', 'Jan 2027'],
  ['2026-02', '{ArrowUp}', 'Nov 2025'],
  ['2026-11', '{PageUp}', 'Nov 2025'],
  ['2026-11', '{PageDown}', 'Nov 2027'],
  ['2026-11', '{Home}', 'Oct 2026'],
  ['2026-11', '{End}', 'Dec 2026'],
])('from %s the key %s moves to %s, and Enter chooses it @long', async (first, key, name) => {
  const user = await open(first, formatMonth(first))
  await user.keyboard(key)
  expect(focused()).toBe(month(name))
  expect(focused()?.getAttribute('tabindex')).toBe('0')
  await user.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledTimes(1)
  expect(focused()).toBe(opener(name))
})

test('Escape closes the month picker and changes nothing', async () => {
  const user = await open('2026-02', 'Feb 2026')
  await user.keyboard('{ArrowRight}{Escape}')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(chosen).not.toHaveBeenCalled()
  expect(focused()).toBe(opener('Feb 2026'))
})
