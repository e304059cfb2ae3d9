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
test('useToday changes at midnight in an open tab', () => {
  render(<Today />)
  expect(screen.getByText('2026-12-31')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(screen.getByText('2027-01-01')).toBeTruthy()
})

test('useToday is current as soon as a sleeping tab becomes visible', () => {
  render(<Today />)
  vi.setSystemTime(new Date(2027, 0, 4, 8))
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(screen.getByText('2027-01-04')).toBeTruthy()
})
