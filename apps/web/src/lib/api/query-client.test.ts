import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { owner } from '@/test/app-harness'
import { ok, stubApi } from '@/test/api-stub'

import { ApiError } from './api-error'
import { createQueryClient } from './query-client'
import { sessionStore } from '@/lib/session/session-store'
import { takeToasts, waitingToasts } from '@/lib/toast'
import { storeToken } from '@/lib/session/token'

const raised = () => waitingToasts.get().map(({ kind, message }) => `${kind}: ${message}`)

afterEach(() => onlineManager.setOnline(true))

function mutate(mutationFn: () => Promise<unknown>, client = createQueryClient()) {
  const meta = { success: 'Customer removed successfully.', failure: 'Could not delete customer.' }
  return new MutationObserver(client, { mutationFn, meta }).mutate().catch(() => {})
}

test('toasts the sentence of a success once', async () => {
  await mutate(() => Promise.resolve())
  expect(raised()).toEqual(['success: Customer removed successfully.'])
})

test('toasts the sentence of a failure once, and never tries again', async () => {
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(503)))
  await mutate(call)
  expect(raised()).toEqual(['error: Could not delete customer.'])
  expect(call).toHaveBeenCalledTimes(1)
})

test('offers to take back what can be, and says how that went', async () => {
  const restore = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const meta = {
    success: 'Customers deleted.',
    undo: (ids: unknown) => ({
      mutationFn: restore,
      meta: { success: `Customers ${String(ids)} restored.` },
    }),
  }
  const mutationFn = () => Promise.resolve()
  await new MutationObserver<void, Error, number[]>(createQueryClient(), {
    mutationFn,
    meta,
  }).mutate([1, 2])
  const [{ action } = {}] = takeToasts()
  expect(action?.label).toBe('Undo')

  action?.run()
  await vi.waitFor(() => expect(raised()).toEqual(['success: Customers 1,2 restored.']))
  expect(restore).toHaveBeenCalledTimes(1)
})

test('offers once more what failed, with what it was asked, and as often as it fails', async () => {
  const call = vi.fn<(ids: number[]) => Promise<never>>(() => Promise.reject(new ApiError(503)))
  const meta = { failure: 'Failed to restore.', canTryAgain: true } as const
  await new MutationObserver(createQueryClient(), { mutationFn: call, meta })
    .mutate([1, 2])
    .catch(() => {})
  for (const times of [2, 3]) {
    const [{ action } = {}] = takeToasts()
    expect(action?.label).toBe('Try again')
    action?.run()
    await vi.waitFor(() => expect(raised()).toEqual(['error: Failed to restore.']))
    expect(call.mock.calls.map(([ids]) => ids)).toEqual(Array.from({ length: times }, () => [1, 2]))
  }
})

test('tells at once what cannot be saved without a connection, and saves nothing later', async () => {
  onlineManager.setOnline(false)
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(0)))
  await mutate(call)
  expect(raised()).toEqual(['error: Could not delete customer.'])
  onlineManager.setOnline(true)
  expect(call).toHaveBeenCalledTimes(1)
})

test('reads without waiting for a connection: Stockie may run on this very computer', async () => {
  onlineManager.setOnline(false)
  const reading = createQueryClient().fetchQuery({
    queryKey: ['sales'],
    queryFn: () => Promise.resolve('read'),
  })
  await expect(reading).resolves.toBe('read')
})

test('leaves a session that ended to the login page', async () => {
  await mutate(() => Promise.reject(new ApiError(401)))
  expect(raised()).toEqual([])
})

test('asks who one is now when the role no longer allows something', async () => {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role: 4 } }) })
  await mutate(() => Promise.reject(new ApiError(403)))
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ role: 4 }))
})

// @holds spec 4.10
test('reads what is on screen again after a success, and not after a failure of no news', async () => {
  const client = createQueryClient()
  const read = vi.fn<() => Promise<string[]>>(() => Promise.resolve([]))
  const stop = new QueryObserver(client, { queryKey: ['products'], queryFn: read }).subscribe(
    () => {},
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))

  await mutate(() => Promise.reject(new ApiError(422)), client)
  expect(read).toHaveBeenCalledTimes(1)
  await mutate(() => Promise.resolve(), client)
  expect(read).toHaveBeenCalledTimes(2)
  // It is on the screen still, and somebody else has deleted it.
  await mutate(() => Promise.reject(new ApiError(404)), client)
  expect(read).toHaveBeenCalledTimes(3)
  stop()
})

test.each([
  ['a passing failure', new ApiError(503), 3],
  ['no answer', new ApiError(0), 3],
  ['an answer for good', new ApiError(403), 1],
  ['an error of our own', new TypeError('undefined is not a function'), 1],
])('reads again after %s', async (_what, error, times) => {
  stubApi({})
  const read = vi.fn<() => Promise<never>>(() => Promise.reject(error))
  const reading = createQueryClient().fetchQuery({
    queryKey: ['sales'],
    queryFn: read,
    retryDelay: 0,
    retry: createQueryClient().getDefaultOptions().queries?.retry,
    meta: { failure: 'Failed to load sales. Please try again.' },
  })
  await expect(reading).rejects.toBe(error)
  expect(read).toHaveBeenCalledTimes(times)
  expect(raised()).toEqual(['error: Failed to load sales. Please try again.'])
})

test('tells nothing of what was under way to whoever came after', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  const client = createQueryClient()
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  await mutate(() => Promise.resolve(), client)
  await mutate(() => Promise.reject(new ApiError(500)), client)
  expect(raised()).toEqual([])
})
