import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useToday } from './use-today'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 11, 31, 23, 59) })
})
afterEach(() => {
  vi.useRealTimers()
})

function Today() {
  return <p>{useToday()}</p>
}

// @holds decision 24.2
test('a tab that stays open past midnight turns the leaf', () => {
  render(<Today />)
  expect(screen.getByText('2026-12-31')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(screen.getByText('2027-01-01')).toBeTruthy()
})

test('a tab that slept knows the day as soon as it is seen', () => {
  render(<Today />)
  vi.setSystemTime(new Date(2027, 0, 4, 8))
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(screen.getByText('2027-01-04')).toBeTruthy()
})
