import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { toastError, toastSuccess, toastLifetime } from '@/lib/toast'

import { PlainToaster } from './plain-toaster'
import { Toaster } from './toaster'

afterEach(() => {
  vi.useRealTimers()
})

test('loses no toast that was raised before it was there', async () => {
  toastSuccess('Raised before')
  render(<Toaster />)
  act(() => toastError('Raised while it loads'))
  expect(await screen.findByText('Raised before')).toBeTruthy()
  expect(await screen.findByText('Raised while it loads')).toBeTruthy()
})

test('shows a toast once where React runs every effect twice', async () => {
  toastSuccess('Saved once')
  render(
    <StrictMode>
      <Toaster />
    </StrictMode>,
  )
  await screen.findByText('Saved once')
  act(() => toastSuccess('Saved later'))
  await screen.findByText('Saved later')
  expect(screen.getAllByText('Saved once')).toHaveLength(1)
})

test('shows the same failure once', async () => {
  render(<Toaster />)
  act(() => {
    toastError('Failed to load sales. Please try again.')
    toastError('Failed to load sales. Please try again.')
  })
  await screen.findByText('Failed to load sales. Please try again.')
  expect(screen.getAllByText('Failed to load sales. Please try again.')).toHaveLength(1)
})

test('shows three at once', async () => {
  render(<Toaster />)
  act(() => ['one', 'two', 'three', 'four'].forEach((word) => toastSuccess(word)))
  await screen.findByText('four')
  const visible = () => document.querySelectorAll('[data-sonner-toast][data-visible="true"]')
  await waitFor(() => expect(visible()).toHaveLength(3))
})

test('without sonner shows one sentence after the other', () => {
  vi.useFakeTimers()
  toastError('No connection')
  toastSuccess('Saved')
  render(<PlainToaster />)
  expect(screen.getByRole('alert').textContent).toBe('No connection')
  act(() => {
    vi.advanceTimersByTime(toastLifetime)
  })
  expect(screen.getByRole('alert').textContent).toBe('Saved')
  act(() => {
    vi.advanceTimersByTime(toastLifetime)
  })
  expect(screen.queryByRole('alert')).toBeNull()
})
