import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { dequeueAllToasts, toastError, toastLifetime, toastSuccess } from '@/lib/toast'
import { FallbackToaster, sonnerTimeout } from './toaster'
import { SonnerToaster } from './ui/sonner'

afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

// @holds spec 9.3
test('the fallback toaster shows one toast after the other for four seconds each', () => {
  vi.useFakeTimers()
  toastError('No connection')
  toastSuccess('Saved')
  render(<FallbackToaster />)
  expect(screen.queryByRole('alert')).toBeNull()
  wait(sonnerTimeout)
  expect(screen.getByRole('alert').textContent).toBe('No connection')
  wait(3999)
  expect(screen.getByRole('alert').textContent).toBe('No connection')
  wait(1)
  wait(sonnerTimeout)
  expect(screen.getByRole('alert').textContent).toBe('Saved')
  wait(toastLifetime)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the fallback toaster skips a toast that Sonner takes in time', () => {
  vi.useFakeTimers()
  render(<FallbackToaster />)
  act(() => toastError('Incorrect email or password.'))
  wait(sonnerTimeout - 1)
  act(() => expect(dequeueAllToasts()).toHaveLength(1))
  wait(sonnerTimeout)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure that the fallback toaster shows is not repeated by Sonner', () => {
  vi.useFakeTimers()
  const { rerender } = render(<FallbackToaster />)
  act(() => toastError('No connection'))
  wait(sonnerTimeout)
  rerender(
    <>
      <FallbackToaster />
      <SonnerToaster />
    </>,
  )
  wait(3_000)
  act(() => toastError('No connection'))
  wait(100)
  expect(screen.getAllByText('No connection')).toHaveLength(1)
  wait(3_800)
  expect(screen.getAllByText('No connection')).toHaveLength(1)
  // Its four seconds started again with the last time.
  wait(100)
  expect(screen.queryByText('No connection')).toBeNull()
})

test('a failure is shown beside one with an action', () => {
  vi.useFakeTimers()
  const action = { label: 'Try again', run: () => {} }
  const { rerender } = render(<FallbackToaster />)
  act(() => toastError('No connection', action))
  wait(sonnerTimeout)
  rerender(
    <>
      <FallbackToaster />
      <SonnerToaster />
    </>,
  )
  act(() => toastError('No connection'))
  wait(100)
  expect(screen.getAllByText('No connection')).toHaveLength(2)
})
