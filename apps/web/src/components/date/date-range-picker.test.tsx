import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { presets, type DateRange } from '@/lib/date-ranges'

import { DateRangePicker } from './date-range-picker'

const today = { from: '2026-11-21', to: '2026-11-21' }
const applied = vi.fn<(range: DateRange) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 15, 30) })
  applied.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

function Screen({ first }: { first: DateRange }) {
  const [range, setRange] = useState(first)
  return (
    <main id="main">
      <DateRangePicker
        value={range}
        onChange={(next) => {
          applied(next)
          setRange(next)
        }}
      />
      <p>Beside it</p>
    </main>
  )
}

function show(first: DateRange = today) {
  render(<Screen first={first} />)
  return userEvent.setup()
}

/** Finds the button by its text. */
const opener = (text: string) => screen.getByRole('button', { name: `Date range: ${text}` })
const quick = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Quick Date' })
const field = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} `) })
const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' })
const panel = () => screen.queryByRole('dialog', { name: 'Date range' })
const focused = () => document.activeElement

test.each([
  ['2026-11-21', '2026-11-21', 'Today'],
  ['2026-11-16', '2026-11-22', 'This Week'],
  ['2026-11-19', '2026-11-19', '19-11-2026'],
  ['2026-11-01', '2026-11-21', '01-11-2026 – 21-11-2026'],
])('the button for %s to %s shows "%s"', (from, to, text) => {
  show({ from, to })
  expect(opener(text)).toBeTruthy()
})

// @holds spec 2.116-2.118
test('a quick date fills both dates and applies on Update', async () => {
  const user = show()
  await user.click(opener('Today'))
  expect([...quick().options].map(({ text }) => text)).toEqual(['Custom', ...presets])
  await user.selectOptions(quick(), 'Last Month')
  expect(field('From Date').textContent).toBe('01-10-2026')
  expect(field('To Date').textContent).toBe('31-10-2026')
  expect(applied).not.toHaveBeenCalled()

  await user.click(update())
  expect(applied.mock.calls).toEqual([[{ from: '2026-10-01', to: '2026-10-31' }]])
  expect(panel()).toBeNull()
  expect(focused()).toBe(opener('Last Month'))
})

// @holds spec 2.117, 2.119, 9.17
test('both dates are chosen from calendars with weeks that start on Monday', async () => {
  const user = show()
  await user.click(opener('Today'))
  await user.click(field('From Date'))
  const calendar = await screen.findByRole('grid', { name: 'November 2026' })
  const days = within(calendar).getAllByRole('gridcell')
  expect(days[0]?.textContent).toBe('26')
  expect(days[7]?.textContent).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Monday 2 November 2026' }))
  expect(screen.queryByRole('grid')).toBeNull()
  expect(focused()).toBe(field('From Date'))
  expect(quick().selectedOptions[0]?.text).toBe('Custom')

  await user.click(update())
  expect(applied.mock.calls).toEqual([[{ from: '2026-11-02', to: '2026-11-21' }]])
  expect(opener('02-11-2026 – 21-11-2026')).toBeTruthy()
})

test('two dates that match a quick date select it', async () => {
  const user = show({ from: '2026-11-20', to: '2026-11-21' })
  await user.click(opener('20-11-2026 – 21-11-2026'))
  await user.click(field('To Date'))
  await user.click(await screen.findByRole('button', { name: 'Friday 20 November 2026' }))
  expect(quick().value).toBe('Yesterday')
})

test.each([
  ['Close', (user: User) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', (user: User) => user.keyboard('{Escape}')],
  ['a click outside', (user: User) => user.click(screen.getByText('Beside it'))],
  // @holds spec 2.118
])('%s discards the chosen dates', async (_name, leave) => {
  const user = show()
  await user.click(opener('Today'))
  await user.selectOptions(quick(), 'Last Year')
  await leave(user)
  expect(panel()).toBeNull()
  expect(applied).not.toHaveBeenCalled()

  await user.click(opener('Today'))
  expect(quick().value).toBe('Today')
  expect(field('From Date').textContent).toBe('21-11-2026')
})

// @holds spec 2.119, decision 34.1
test('Update applies a From Date after the To Date with the earlier day first', async () => {
  const user = show()
  await user.click(opener('Today'))
  await user.click(field('From Date'))
  await user.click(await screen.findByRole('button', { name: 'Wednesday 25 November 2026' }))
  expect(field('From Date').textContent).toBe('25-11-2026')
  expect(field('To Date').textContent).toBe('21-11-2026')
  expect(update().disabled).toBe(false)
  await user.click(update())
  expect(applied.mock.calls).toEqual([[{ from: '2026-11-21', to: '2026-11-25' }]])

  await user.click(opener('21-11-2026 – 25-11-2026'))
  await user.click(field('To Date'))
  await user.click(await screen.findByRole('button', { name: 'Friday 20 November 2026' }))
  await user.click(update())
  expect(applied.mock.calls.at(-1)).toEqual([{ from: '2026-11-20', to: '2026-11-21' }])
  expect(opener('20-11-2026 – 21-11-2026')).toBeTruthy()
})

test('Last 7 Days stays selected on a Sunday, when This Week has the same dates', async () => {
  vi.setSystemTime(new Date(2026, 10, 22, 9))
  const user = show({ from: '2026-11-22', to: '2026-11-22' })
  await user.click(opener('Today'))
  await user.selectOptions(quick(), 'Last 7 Days')
  expect(quick().value).toBe('Last 7 Days')
  await user.click(update())
  await user.click(opener('Last 7 Days'))
  expect(quick().value).toBe('Last 7 Days')
})

test('the date range can be chosen by keyboard alone', async () => {
  const user = show()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(focused()).toBe(quick())
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('grid')
  expect(focused()).toBe(
    screen.getByRole('button', { name: 'Today, Saturday 21 November 2026, selected' }),
  )

  await user.keyboard('{PageUp}{ArrowUp}{ArrowLeft}')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Tuesday 13 October 2026' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('grid')).toBeNull()
  expect(focused()).toBe(field('From Date'))
  expect(focused()?.textContent).toBe('21-11-2026')

  await user.keyboard(' ')
  await screen.findByRole('grid')
  await user.keyboard('{PageDown}{PageUp}{Home}{Enter}')
  expect(focused()).toBe(field('From Date'))
  expect(focused()?.textContent).toBe('16-11-2026')
  await user.tab()
  await user.tab()
  await user.tab()
  expect(focused()).toBe(update())
  await user.keyboard('{Enter}')
  expect(applied.mock.calls).toEqual([[{ from: '2026-11-16', to: '2026-11-21' }]])
  expect(focused()).toBe(opener('16-11-2026 – 21-11-2026'))
})

type User = ReturnType<typeof userEvent.setup>
