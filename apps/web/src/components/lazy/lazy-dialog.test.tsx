import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ComponentType } from 'react'
import { expect, test, vi } from 'vitest'

import { dequeueAllToasts } from '@/lib/toast'
import { stubApi } from '@/test/api-stub'

import { lazyDialog, preloadDialogs } from './lazy-dialog'

type Dialog = ComponentType<{ isOpen?: boolean; onClose: () => void }>

const Question: Dialog = () => <dialog open>Really?</dialog>
const failToLoad = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

function open(load: () => Promise<Dialog>) {
  const LazyQuestion = lazyDialog(load)
  function Screen() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button onClick={() => setIsOpen(true)}>Delete</button>
        {isOpen && <LazyQuestion onClose={() => setIsOpen(false)} />}
      </>
    )
  }
  render(<Screen />)
  return () => userEvent.click(screen.getByRole('button', { name: 'Delete' }))
}

test('a lazy dialog is fetched when it first opens', async () => {
  const load = vi.fn<() => Promise<Dialog>>().mockResolvedValue(Question)
  const click = open(load)
  expect(load).not.toHaveBeenCalled()
  await click()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a lazy dialog opens at once if it was preloaded', async () => {
  const click = open(() => Promise.resolve(Question))
  await preloadDialogs()
  await click()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a lazy dialog that cannot be fetched shows a toast and closes, and the next click retries', async () => {
  stubApi({})
  const load = vi.fn<() => Promise<Dialog>>(failToLoad)
  const click = open(load)
  await click()
  await waitFor(() =>
    expect(dequeueAllToasts().map(({ message }) => message)).toEqual([
      'Stockie cannot be reached. Please check your connection and try again.',
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())

  load.mockResolvedValue(Question)
  await click()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a lazy dialog is not fetched while isOpen is false', async () => {
  const load = vi.fn<() => Promise<Dialog>>().mockResolvedValue(Question)
  const LazyQuestion = lazyDialog(load)
  const { rerender } = render(<LazyQuestion isOpen={false} onClose={() => {}} />)
  expect(load).not.toHaveBeenCalled()
  rerender(<LazyQuestion isOpen onClose={() => {}} />)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
