import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dequeueAllToasts } from '@/lib/toast'
import { sessionStore } from '@/lib/session/session-store'
import { delayAnswer, ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { owner } from '@/test/app-harness'
import { numberSenderOf } from './number-sender'
import { addPiece, enterTyped } from './unsent-numbers'

const mug = { productId: 6, name: 'Mug', counted: null, entries: 0 }
const quietly = { asks: false, isShared: false }
// Tests of other files share the window, and their senders ask for their own user.
const counter = { ...owner, id: 4_001 }
let lastCount = 0

beforeEach(() => {
  vi.useFakeTimers()
  sessionStore.set({ authState: 'Success', ...counter })
  sessionStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
  sessionStore.set({ authState: 'Pending' })
})

/** Each test has a count of its own, because senders live as long as the page. */
function newSender() {
  lastCount += 1
  return {
    sender: numberSenderOf(counter.id, lastCount),
    path: `PUT /stock-counts/${lastCount}/products/6`,
  }
}

test('a lost answer is asked for again with the same key and the same number', async () => {
  const { sender, path: put } = newSender()
  const answers = [
    unreachable,
    ok({ ...mug, counted: 1, entries: 1 }),
    ok({ ...mug, counted: 2, entries: 2 }),
  ]
  const calls = stubApi({ [put]: () => (answers.shift() ?? unreachable)() })
  sender.enter((numbers) => addPiece(numbers, mug, quietly))
  await vi.advanceTimersByTimeAsync(0)
  expect(sender.store.get().isFailing).toBe(true)
  // The first number may be stored, so it does not grow.
  sender.enter((numbers) => addPiece(numbers, mug, quietly))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(calls.map(({ body }) => body)).toEqual([
    { counted: 1, mode: 'add', entries: 0 },
    { counted: 1, mode: 'add', entries: 0 },
    { counted: 1, mode: 'add', entries: 1 },
  ])
  expect(calls[0]?.key).toBe(calls[1]?.key)
  expect(calls[2]?.key).not.toBe(calls[1]?.key)
  expect(sender.store.get()).toMatchObject({ numbers: [], isFailing: false })
  expect(sender.store.get().stored.get(6)?.counted).toBe(2)
})

test('the tab keeps what is not stored, and asks before it closes', async () => {
  const { sender, path: put } = newSender()
  const answer = delayAnswer(ok({ ...mug, counted: 5, entries: 1 }))
  stubApi({ [put]: answer.answer })
  sender.enter((numbers) => enterTyped(numbers, mug, 5))
  const key = `stockie-count-${counter.id}-${lastCount}`
  expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toMatchObject([
    { productId: 6, counted: 5, wasSent: true },
  ])
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)

  answer.release()
  await vi.advanceTimersByTimeAsync(0)
  expect(sessionStorage.getItem(key)).toBeNull()
  const later = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
})

test('a number that another user has overtaken asks, and any other refusal is shown', async () => {
  const { sender, path: put } = newSender()
  const conflict = { detail: 'Olivia counted 12 meanwhile.' }
  const calls = stubApi({
    [put]: refuse(409, conflict),
    [put.replace('/6', '/7')]: refuse(404, { detail: 'There is no such product.' }),
  })
  sender.enter((numbers) => enterTyped(numbers, mug, 5))
  sender.enter((numbers) => enterTyped(numbers, { ...mug, productId: 7, name: 'Lamp' }, 2))
  await vi.waitFor(() => expect(sender.store.get().refusals).toBe(2))
  expect(sender.store.get().numbers).toMatchObject([
    { name: 'Lamp', isAsking: false, refusal: 'There is no such product.' },
    { name: 'Mug', isAsking: true },
  ])
  // Neither is sent again by itself.
  sender.watch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(2)
})

test('numbers wait for their own user, and go when that user signs in', async () => {
  const { sender, path: put } = newSender()
  const calls = stubApi({ [put]: ok({ ...mug, counted: 5, entries: 1 }) })
  sessionStore.set({ authState: 'Success', ...counter, id: counter.id + 1 })
  sender.enter((numbers) => enterTyped(numbers, mug, 5))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toEqual([])
  sessionStore.set({ authState: 'Success', ...counter })
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toHaveLength(1)
})

test('a toast names a number that waits for a choice while the count is closed', async () => {
  const { sender, path: put } = newSender()
  stubApi({ [put]: refuse(409, { detail: 'Olivia counted 12 meanwhile.' }) })
  const close = sender.watch()
  sender.enter((numbers) => enterTyped(numbers, mug, 5))
  await vi.waitFor(() => expect(sender.store.get().refusals).toBe(1))
  expect(dequeueAllToasts()).toEqual([])
  close()
  const text = `Stock count ${lastCount}: a number of Mug waits for you.`
  expect(dequeueAllToasts()).toMatchObject([{ kind: 'error', message: text }])
})
