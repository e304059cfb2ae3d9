import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { sessionStore } from '@/lib/session/session-store'
import { bottomBarCount, toastError, toastSuccess } from '@/lib/toast'
import { owner } from '@/test/app-harness'
import { toasters } from '@/test/toasters'
import { Toaster } from './toaster'

afterEach(() => {
  vi.useRealTimers()
})

// @holds spec 8.1
test('the toaster shows toasts raised before it was mounted or loaded', async () => {
  toastSuccess('Raised before')
  render(<Toaster />)
  act(() => toastError('Raised while it loads'))
  expect(await screen.findByText('Raised before')).toBeTruthy()
  expect(await screen.findByText('Raised while it loads')).toBeTruthy()
})

test('the toaster shows a toast once in StrictMode', async () => {
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
test('the toaster shows a repeated failure once', async () => {
  render(<Toaster />)
  act(() => {
    toastError('Failed to load sales. Please try again.')
    toastError('Failed to load sales. Please try again.')
  })
  await screen.findByText('Failed to load sales. Please try again.')
  expect(screen.getAllByText('Failed to load sales. Please try again.')).toHaveLength(1)
})

// @holds spec 9.4
test('the toaster shows at most three toasts at once', async () => {
  render(<Toaster />)
  act(() => ['one', 'two', 'three', 'four'].forEach((word) => toastSuccess(word)))
  await screen.findByText('four')
  const toasts = Array.from(document.querySelectorAll('[data-sonner-toast]'))
  expect(toasts.length).toBeGreaterThan(3)
  // Checked at once: after a while all toasts are gone.
  const isVisible = (toast: Element) => toast.getAttribute('data-visible') === 'true'
  expect(toasts.filter(isVisible)).toHaveLength(3)
})

// @holds spec 9.3
test('the toaster shows a toast for four seconds', async () => {
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

test('a toast from before the login is dismissed by the login', async () => {
  sessionStore.set({ authState: 'Failed', because: 'no token' })
  render(<Toaster />)
  act(() => toastError('Incorrect email or password.'))
  // A hovered toast never times out.
  await userEvent.hover(await screen.findByText('Incorrect email or password.'))
  act(() => sessionStore.set({ authState: 'Success', ...owner }))
  await waitFor(() => expect(screen.queryByText('Incorrect email or password.')).toBeNull())
})

test.each([
  [390, 'top', false],
  [1280, 'bottom', false],
  [1280, 'top', true],
])(
  'at %i px a toast appears at the %s, with a form bar at the bottom: %s',
  async (width, side, isOnTop) => {
    bottomBarCount.set(isOnTop ? 1 : 0)
    vi.spyOn(window, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: width < 640 }) as MediaQueryList,
    )
    render(<Toaster />)
    act(() => toastSuccess('Saved'))
    await screen.findByText('Saved')
    expect(document.querySelector('[data-sonner-toast]')?.getAttribute('data-y-position')).toBe(
      side,
    )
  },
)

test('a toast keeps its side and its four seconds when a dialog opens', async () => {
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

test.each(toasters)('%s runs the action of a toast only once @long', async (_name, Shown) => {
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

test('a toast with an action is dismissed when its session ends', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  render(<Toaster />)
  act(() => toastSuccess('Deleted', { label: 'Undo', run: () => {} }))
  await userEvent.hover(await screen.findByText('Deleted'))
  act(() => sessionStore.set({ authState: 'Failed', because: 'signed out' }))
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
})

test('a repeated failure is shown for four seconds from the last time', async () => {
  render(<Toaster />)
  act(() => toastSuccess('Comes with what shows it'))
  await screen.findByText('Comes with what shows it')
  vi.useFakeTimers()
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  act(() => toastError('No connection'))
  wait(3_000)
  act(() => toastError('No connection'))
  wait(3_900)
  const toast = screen.getByText('No connection').closest('[data-sonner-toast]')
  expect(toast?.getAttribute('data-removed')).toBe('false')
  wait(200)
  expect(toast?.getAttribute('data-removed')).toBe('true')
  // A failure while the toast closes is another toast.
  act(() => toastError('No connection'))
  wait(1_000)
  const again = screen.getByText('No connection').closest('[data-sonner-toast]')
  expect(again?.getAttribute('data-removed')).toBe('false')
})
