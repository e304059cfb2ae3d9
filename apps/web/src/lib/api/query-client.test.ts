import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { sessionStore, storeToken } from '@/lib/session/session-store'
import { dequeueAllToasts, queuedToasts } from '@/lib/toast'
import { ok, stubApi } from '@/test/api-stub'
import { owner } from '@/test/app-harness'
import { ApiError } from './api-client'
import { createQueryClient } from './query-client'

const raisedToasts = () => queuedToasts.get().map(({ kind, message }) => `${kind}: ${message}`)

afterEach(() => onlineManager.setOnline(true))

function mutate(mutationFn: () => Promise<unknown>, client = createQueryClient()) {
  const meta = { success: 'Customer removed successfully.', failure: 'Could not delete customer.' }
  return new MutationObserver(client, { mutationFn, meta }).mutate().catch(() => {})
}

test('a successful mutation shows one success toast', async () => {
  await mutate(() => Promise.resolve())
  expect(raisedToasts()).toEqual(['success: Customer removed successfully.'])
})

test('a failed mutation shows one error toast and is not retried', async () => {
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(503)))
  await mutate(call)
  expect(raisedToasts()).toEqual(['error: Could not delete customer.'])
  expect(call).toHaveBeenCalledTimes(1)
})

test('the toast of an undoable mutation offers Undo and reports its result', async () => {
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
  const [{ action } = {}] = dequeueAllToasts()
  expect(action?.label).toBe('Undo')

  action?.run()
  await vi.waitFor(
    () => expect(raisedToasts()).toEqual(['success: Customers 1,2 restored.']),
    10_000,
  )
  expect(restore).toHaveBeenCalledTimes(1)
})

test('the toast of a failed mutation offers to retry it with the same variables after each failure', async () => {
  const call = vi.fn<(ids: number[]) => Promise<never>>(() => Promise.reject(new ApiError(503)))
  const meta = { failure: 'Failed to restore.', canTryAgain: true } as const
  await new MutationObserver(createQueryClient(), { mutationFn: call, meta })
    .mutate([1, 2])
    .catch(() => {})
  for (const times of [2, 3]) {
    const [{ action } = {}] = dequeueAllToasts()
    expect(action?.label).toBe('Try again')
    action?.run()
    await vi.waitFor(() => expect(raisedToasts()).toEqual(['error: Failed to restore.']), 10_000)
    expect(call.mock.calls.map(([ids]) => ids)).toEqual(Array.from({ length: times }, () => [1, 2]))
  }
})

test('a mutation in an offline browser fails at once and does not run later', async () => {
  onlineManager.setOnline(false)
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(0)))
  await mutate(call)
  expect(raisedToasts()).toEqual(['error: Could not delete customer.'])
  onlineManager.setOnline(true)
  expect(call).toHaveBeenCalledTimes(1)
})

test('a query runs in an offline browser, because Stockie may run on this computer', async () => {
  onlineManager.setOnline(false)
  const reading = createQueryClient().fetchQuery({
    queryKey: ['sales'],
    queryFn: () => Promise.resolve('read'),
  })
  await expect(reading).resolves.toBe('read')
})

test('a 401 shows no toast, because the login page explains it', async () => {
  await mutate(() => Promise.reject(new ApiError(401)))
  expect(raisedToasts()).toEqual([])
})

test('a 403 checks the session and applies the new role', async () => {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
  stubApi({ 'POST /auth/verify': ok({ user: { ...owner, role: 4 } }) })
  await mutate(() => Promise.reject(new ApiError(403)))
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ role: 4 }), 10_000)
})

// @holds spec 4.10
test('active queries are read again after a success and a 404, but not after a 422', async () => {
  const client = createQueryClient()
  const read = vi.fn<() => Promise<string[]>>(() => Promise.resolve([]))
  const stop = new QueryObserver(client, { queryKey: ['products'], queryFn: read }).subscribe(
    () => {},
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000)

  await mutate(() => Promise.reject(new ApiError(422)), client)
  expect(read).toHaveBeenCalledTimes(1)
  await mutate(() => Promise.resolve(), client)
  expect(read).toHaveBeenCalledTimes(2)
  // Another user has deleted the record, but it is still on the screen.
  await mutate(() => Promise.reject(new ApiError(404)), client)
  expect(read).toHaveBeenCalledTimes(3)
  stop()
})

test('a first fetch that runs when a change succeeds begins anew, because it may have read the old rows', async () => {
  const client = createQueryClient()
  const reads: ((rows: string[]) => void)[] = []
  const read = () => new Promise<string[]>((resolve) => reads.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['products'], queryFn: read })
  const stop = observer.subscribe(() => {})
  expect(reads).toHaveLength(1)

  const changing = mutate(() => Promise.resolve(), client)
  await vi.waitFor(() => expect(reads).toHaveLength(2), 10_000)
  const joined = observer.refetch({ cancelRefetch: false })
  reads[0]?.(['before'])
  reads[1]?.(['after'])
  await changing
  expect((await joined).data).toEqual(['after'])
  expect(observer.getCurrentResult().data).toEqual(['after'])
  expect(reads).toHaveLength(2)
  stop()
})

test.each([
  ['three times after a transient error', new ApiError(503), 3],
  ['three times without an answer', new ApiError(0), 3],
  ['once after a final refusal', new ApiError(403), 1],
  ['once after an error of the app itself', new TypeError('undefined is not a function'), 1],
])('a query runs %s and shows one toast', async (_times, error, times) => {
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
  expect(raisedToasts()).toEqual(['error: Failed to load sales. Please try again.'])
})

test('requests of a user who signed out show no toasts to the next user', async () => {
  sessionStore.set({ authState: 'Success', ...owner })
  const client = createQueryClient()
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  await mutate(() => Promise.resolve(), client)
  await mutate(() => Promise.reject(new ApiError(500)), client)
  expect(raisedToasts()).toEqual([])
})

test('the toast of a write in closed books has the sentence of the API and offers no retry', async () => {
  const detail = 'The books are closed up to 31 Oct 2026.'
  const refusal = new ApiError(409, { type: 'urn:stockie:problem:books-closed', detail })
  for (const meta of [{ failure: 'Failed.' }, { failure: 'Failed.', canTryAgain: true } as const]) {
    const mutationFn = () => Promise.reject(refusal)
    await new MutationObserver(createQueryClient(), { mutationFn, meta }).mutate().catch(() => {})
    const [toast] = dequeueAllToasts()
    expect([toast?.kind, toast?.message, toast?.action]).toEqual(['error', detail, undefined])
  }
})

test('no toast repeats a write in closed books that the screen shows', async () => {
  const refusal = new ApiError(409, { type: 'urn:stockie:problem:books-closed' })
  for (const meta of [{}, { failure: 'Failed.', isShownOnScreen: () => true }]) {
    const mutationFn = () => Promise.reject(refusal)
    await new MutationObserver(createQueryClient(), { mutationFn, meta }).mutate().catch(() => {})
    expect(raisedToasts()).toEqual([])
  }
})
