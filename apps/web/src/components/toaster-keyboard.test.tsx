import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { toastError, toastLifetime, toastSuccess } from '@/lib/toast'
import { toasters } from '@/test/toasters'
import { ModalDialog } from './crud/modal-dialog'

afterEach(() => {
  vi.useRealTimers()
})

const ignore = () => {}
const button = (name: string) => screen.getByRole('button', { name })

function renderPage(Shown: ComponentType) {
  render(
    <>
      <a href="#main">Skip</a>
      <main id="main" tabIndex={-1}>
        <input aria-label="First" />
        <input aria-label="Second" />
      </main>
      <Shown />
    </>,
  )
}

/** Shows a toast with an action. Returns its button. */
async function raiseUndo(run = ignore) {
  act(() => toastSuccess('Deleted', { label: 'Undo', run }))
  return screen.findByRole('button', { name: 'Undo' })
}

/** Sonner marks a toast as removed while it fades. */
function isShown(element: Element | null) {
  return element?.isConnected === true && element.closest('[data-removed="true"]') === null
}

function describeToaster(_name: string, Shown: ComponentType) {
  beforeEach(() => renderPage(Shown))

  test('the first Tab leads to the action, and Escape, Tab and Shift+Tab lead back', async () => {
    const user = userEvent.setup()
    const [main, second] = [screen.getByRole('main'), screen.getByLabelText('Second')]
    for (const place of [main, second]) {
      for (const keys of ['{Escape}', '{Tab}', '{Shift>}{Tab}{/Shift}']) {
        place.focus()
        const undo = await raiseUndo()
        await user.tab()
        expect(document.activeElement).toBe(undo)
        await user.keyboard(keys)
        expect(document.activeElement).toBe(place)
        act(() => undo.click())
        await vi.waitFor(
          () => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(),
          10_000,
        )
      }
    }
  })

  test('Enter on the action runs it and returns the focus, to the page if its element is gone', async () => {
    const user = userEvent.setup()
    const undo = vi.fn<() => void>()
    const second = screen.getByLabelText('Second')
    second.focus()
    await raiseUndo(undo)
    await user.tab()
    second.remove()
    await user.keyboard('{Enter}')
    expect(undo).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('an action is offered once, and not to users who type, click elsewhere or go backwards @long', async () => {
    const user = userEvent.setup()
    const [first, second] = [screen.getByLabelText('First'), screen.getByLabelText('Second')]
    const moves = {
      'had typed': async () => {
        await user.type(first, 'a')
        await raiseUndo()
      },
      types: async () => {
        first.focus()
        await raiseUndo()
        await user.keyboard('a')
      },
      clicks: async () => {
        await raiseUndo()
        await user.click(first)
      },
      'was offered it': async () => {
        first.focus()
        await raiseUndo()
        await user.keyboard('{Tab}{Escape}')
      },
      'goes backwards': async () => {
        second.focus()
        await raiseUndo()
        await user.tab({ shift: true })
      },
    }
    for (const [name, move] of Object.entries(moves)) {
      await move()
      expect([name, document.activeElement]).toEqual([name, first])
      await user.tab()
      expect([name, document.activeElement]).toEqual([name, second])
      await user.keyboard('{Alt>}t{/Alt}')
      expect([name, document.activeElement]).toEqual([name, button('Undo')])
      await user.keyboard('{Enter}')
      await vi.waitFor(
        () => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(),
        10_000,
      )
    }
  })

  // @holds spec 9.3
  test('a toast stays while it has the focus, the pointer or a hidden page, and then for four seconds', async () => {
    const undo = await raiseUndo()
    vi.useFakeTimers()
    const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    const setHidden = (isHidden: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const holds = [
      [() => undo.focus(), () => screen.getByLabelText('First').focus()],
      [() => fireEvent.pointerOver(undo), () => fireEvent.pointerOut(undo)],
      [() => setHidden(true), () => setHidden(false)],
    ] as const
    for (const [begin, end] of holds) {
      act(() => void begin())
      wait(10 * toastLifetime)
      expect(isShown(undo)).toBe(true)
      act(() => void end())
      wait(toastLifetime - 1)
      expect(isShown(undo)).toBe(true)
    }
    wait(100)
    expect(isShown(undo)).toBe(false)
  })

  test('an open dialog keeps neither the focus nor Escape from a toast', async () => {
    const user = userEvent.setup()
    const close = vi.fn<() => void>()
    const opener = screen.getByLabelText('First')
    opener.focus()
    const dialog = render(
      <ModalDialog title="Add" description="One" isBusy={false} onClose={close}>
        <input aria-label="Name" />
      </ModalDialog>,
    )
    const field = screen.getByLabelText('Name')
    expect(document.activeElement).toBe(field)
    act(() => toastError('Failed', { label: 'Try again', run: ignore }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    await user.tab()
    expect(document.activeElement).toBe(again)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(field)
    expect(close).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(close).toHaveBeenCalledTimes(1)
    dialog.unmount()
    await vi.waitFor(() => expect(document.activeElement).toBe(opener), 10_000)
  })
}

const [sonner, fallback] = toasters
describe.each([sonner])('%s', (name, Shown) => {
  describeToaster(name, Shown)
})
describe.each([fallback])('%s @long', (name, Shown) => {
  describeToaster(name, Shown)
})

test('Tab does not lead straight to a toast without an action, and leads on from it to the start of the page', async () => {
  const [[, Sonner]] = toasters
  renderPage(Sonner)
  const user = userEvent.setup()
  screen.getByLabelText('First').focus()
  act(() => toastError('Please select a customer.'))
  const toast = (await screen.findByText('Please select a customer.')).closest('li')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Second'))
  await user.tab()
  expect(document.activeElement).toBe(toast)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip' }))
  await user.keyboard('{Alt>}t{/Alt}')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip' }))
})

test('a tap focuses a toast without holding it', async () => {
  const [[, Sonner]] = toasters
  renderPage(Sonner)
  act(() => toastError('Failed'))
  const toast = (await screen.findByText('Failed')).closest('li')
  vi.useFakeTimers()
  act(() => {
    if (toast === null) return
    fireEvent.pointerOver(toast)
    fireEvent.pointerDown(toast)
    fireEvent.pointerOut(toast)
    toast.focus()
  })
  expect(document.activeElement).toBe(toast)
  act(() => void vi.advanceTimersByTime(toastLifetime + 100))
  expect(isShown(toast)).toBe(false)
})
