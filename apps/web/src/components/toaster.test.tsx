import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { sessionStore } from '@/lib/session/session-store'
import { bottomBarCount, takeToasts, toastError, toastLifetime, toastSuccess } from '@/lib/toast'
import { owner } from '@/test/app-harness'
import { FallbackToaster, sonnerTimeout, Toaster } from './toaster'

afterEach(() => {
  vi.useRealTimers()
})

// @holds spec 8.1
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

// @holds spec 8.1
test('shows the same failure once', async () => {
  render(<Toaster />)
  act(() => {
    toastError('Failed to load sales. Please try again.')
    toastError('Failed to load sales. Please try again.')
  })
  await screen.findByText('Failed to load sales. Please try again.')
  expect(screen.getAllByText('Failed to load sales. Please try again.')).toHaveLength(1)
})

// @holds spec 9.4
test('shows three at once', async () => {
  render(<Toaster />)
  act(() => ['one', 'two', 'three', 'four'].forEach((word) => toastSuccess(word)))
  await screen.findByText('four')
  const toasts = Array.from(document.querySelectorAll('[data-sonner-toast]'))
  expect(toasts.length).toBeGreaterThan(3)
  // Not waited for: with the time all of them go.
  const isVisible = (toast: Element) => toast.getAttribute('data-visible') === 'true'
  expect(toasts.filter(isVisible)).toHaveLength(3)
})

// @holds spec 9.3
test('shows a toast for four seconds', async () => {
  render(<Toaster />)
  act(() => toastSuccess('Comes with what shows it'))
  await screen.findByText('Comes with what shows it')
  vi.useFakeTimers()
  act(() => toastSuccess('Saved'))
  act(() => void vi.advanceTimersByTime(100))
  const toast = () => screen.getByText('Saved').closest('[data-sonner-toast]')
  act(() => void vi.advanceTimersByTime(3899))
  expect(toast()?.getAttribute('data-removed')).toBe('false')
  act(() => void vi.advanceTimersByTime(101))
  expect(toast()?.getAttribute('data-removed')).toBe('true')
})

test('what was said before somebody signed in goes when they have', async () => {
  sessionStore.set({ authState: 'Failed', because: 'no token' })
  render(<Toaster />)
  act(() => toastError('Incorrect email or password.'))
  // No time takes one away that is pointed at.
  await userEvent.hover(await screen.findByText('Incorrect email or password.'))
  act(() => sessionStore.set({ authState: 'Success', ...owner }))
  await waitFor(() => expect(screen.queryByText('Incorrect email or password.')).toBeNull())
})

test.each([
  [390, 'top', false],
  [1280, 'bottom', false],
  [1280, 'top', true],
])('at %i px stands at the %s, and covers no button of a form', async (width, side, isOnTop) => {
  bottomBarCount.set(isOnTop ? 1 : 0)
  vi.spyOn(window, 'matchMedia').mockReturnValue(
    Object.assign(new EventTarget(), { matches: width < 640 }) as MediaQueryList,
  )
  render(<Toaster />)
  act(() => toastSuccess('Saved'))
  await screen.findByText('Saved')
  expect(document.querySelector('[data-sonner-toast]')?.getAttribute('data-y-position')).toBe(side)
})

test('what stands when a dialog opens goes on standing there, and no longer than otherwise', async () => {
  render(<Toaster />)
  act(() => toastSuccess('Comes with what shows it'))
  await screen.findByText('Comes with what shows it')
  vi.useFakeTimers()
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const toast = (text: string) => screen.getByText(text).closest('[data-sonner-toast]')
  act(() => toastSuccess('Saved'))
  act(() => toastError('No connection'))
  wait(100)
  const [saved, failed] = [toast('Saved'), toast('No connection')]
  act(() => bottomBarCount.set(1))
  wait(100)
  act(() => toastSuccess('Saved in the dialog'))
  act(() => toastError('No connection'))
  wait(100)
  expect(toast('Saved in the dialog')?.getAttribute('data-y-position')).toBe('top')
  expect(toast('No connection')).toBe(failed)
  act(() => bottomBarCount.set(0))
  wait(3699)
  expect(toast('Saved')).toBe(saved)
  expect(saved?.getAttribute('data-y-position')).toBe('bottom')
  expect(saved?.getAttribute('data-removed')).toBe('false')
  wait(101)
  expect(saved?.getAttribute('data-removed')).toBe('true')
})

// @holds spec 9.3
test('without sonner shows one sentence after the other, four seconds each', () => {
  vi.useFakeTimers()
  toastError('No connection')
  toastSuccess('Saved')
  render(<FallbackToaster />)
  expect(screen.queryByRole('alert')).toBeNull()
  const waitForSonner = () => act(() => void vi.advanceTimersByTime(sonnerTimeout))
  waitForSonner()
  expect(screen.getByRole('alert').textContent).toBe('No connection')
  act(() => {
    vi.advanceTimersByTime(3999)
  })
  expect(screen.getByRole('alert').textContent).toBe('No connection')
  act(() => {
    vi.advanceTimersByTime(1)
  })
  waitForSonner()
  expect(screen.getByRole('alert').textContent).toBe('Saved')
  act(() => {
    vi.advanceTimersByTime(toastLifetime)
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what sonner takes in time is shown once', () => {
  vi.useFakeTimers()
  render(<FallbackToaster />)
  act(() => toastError('Incorrect email or password.'))
  act(() => void vi.advanceTimersByTime(sonnerTimeout - 1))
  act(() => expect(takeToasts()).toHaveLength(1))
  act(() => void vi.advanceTimersByTime(sonnerTimeout))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['sonner', Toaster],
  ['the plain one', FallbackToaster],
])('%s does what a toast offers, and once', async (_name, Shown) => {
  const undo = vi.fn<() => void>()
  render(
    <>
      <main id="main" tabIndex={-1} />
      <Shown />
    </>,
  )
  act(() => toastSuccess('Deleted', { label: 'Undo', run: undo }))
  const button = await screen.findByRole('button', { name: 'Undo' })
  act(() => {
    button.click()
    button.click()
  })
  expect(undo).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.id).toBe('main')
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
})

test('what somebody could undo goes with their session', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  render(<Toaster />)
  act(() => toastSuccess('Deleted', { label: 'Undo', run: () => {} }))
  await userEvent.hover(await screen.findByText('Deleted'))
  act(() => sessionStore.set({ authState: 'Failed', because: 'signed out' }))
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
})
