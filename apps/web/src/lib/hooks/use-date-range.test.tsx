import { act, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { useDateRange } from './use-date-range'

const today = { from: '2026-11-21', to: '2026-11-21' }
const november = { from: '2026-11-01', to: '2026-11-30' }

function List() {
  const { range, setRange } = useDateRange(today)
  return (
    <>
      <p>{`${range.from} to ${range.to}`}</p>
      <button onClick={() => setRange(november)}>November</button>
      <button onClick={() => setRange(today)}>Today</button>
    </>
  )
}

function openAt(search: string) {
  window.history.replaceState(null, '', `/list${search}`)
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  )
}

test.each([
  ['', '2026-11-21 to 2026-11-21'],
  ['?from=2026-11-01&to=2026-11-30', '2026-11-01 to 2026-11-30'],
  ['?from=2024-02-29&to=2024-02-29', '2024-02-29 to 2024-02-29'],
  ['?from=2026-11-01', '2026-11-21 to 2026-11-21'],
  ['?to=2026-11-30', '2026-11-21 to 2026-11-21'],
  ['?from=2026-02-29&to=2026-03-01', '2026-11-21 to 2026-11-21'],
  ['?from=2026-11-30&to=2026-11-01', '2026-11-21 to 2026-11-21'],
  ['?from=1&to=2', '2026-11-21 to 2026-11-21'],
  ['?from=2026-11-1&to=2026-11-30', '2026-11-21 to 2026-11-21'],
  // @holds decision 25.2
])('useDateRange reads the query %o as %s', (search, shown) => {
  openAt(search)
  expect(screen.getByText(shown)).toBeTruthy()
})

test('setting another date range removes the page from the URL', () => {
  openAt('?page=3')
  act(() => screen.getByText('November').click())
  expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-30')
})

test('useDateRange keeps other parameters and omits the default range from the URL', () => {
  openAt('?q=rent')
  act(() => screen.getByText('November').click())
  expect(screen.getByText('2026-11-01 to 2026-11-30')).toBeTruthy()
  expect(window.location.search).toBe('?q=rent&from=2026-11-01&to=2026-11-30')
  act(() => screen.getByText('Today').click())
  expect(screen.getByText('2026-11-21 to 2026-11-21')).toBeTruthy()
  expect(window.location.search).toBe('?q=rent')
})
