import { MutationObserver, type UseMutationOptions } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { createQueryClient } from '@/lib/api/query-client'
import { dequeueAllToasts } from '@/lib/toast'
import { ok, refuse, stubApi } from '@/test/api-stub'

import { customers } from './customers'
import { expenses } from './expenses'

const ada = { name: 'Ada', email: null, phone: null, address: null }

function mutate<Answer, Variables>(
  options: UseMutationOptions<Answer, Error, Variables>,
  variables: Variables,
) {
  return new MutationObserver(createQueryClient(), options).mutate(variables)
}

// @holds spec 7.15
test('expenses are requested from the first to the last day of a range', async () => {
  const calls = stubApi({ 'GET /expenses?startDate=2026-11-01&endDate=2026-11-30': ok([]) })
  const list = expenses.list({ from: '2026-11-01', to: '2026-11-30' })
  expect(await createQueryClient().fetchQuery(list)).toEqual([])
  expect(calls).toHaveLength(1)
})

test('an update sends the full record to its own address', async () => {
  const calls = stubApi({ 'PUT /customers/7': ok({ id: 7, ...ada }) })
  await mutate(customers.update, { id: 7, input: ada })
  expect(calls.map(({ body }) => body)).toEqual([ada])
})

test('records deleted together are restored together, and a failed restore can be retried', async () => {
  const answers = [refuse(503), ok({ count: 2 })]
  const calls = stubApi({
    'DELETE /customers/bulk': ok({ count: 2 }),
    'POST /customers/restore': () => (answers.shift() ?? refuse(500))(),
  })
  await mutate(customers.removeMany, [3, 5])

  const messages = [
    'Selected customers have been deleted successfully.',
    'Failed to restore selected customers. Please try again.',
    'Selected customers have been restored successfully.',
  ]
  for (const message of messages) {
    const [toast] = await vi.waitUntil(() => {
      const toasts = dequeueAllToasts()
      return toasts.length > 0 && toasts
    })
    expect(toast?.message).toBe(message)
    toast?.action?.run()
  }
  const ids = [3, 5]
  expect(calls.map(({ name, body }) => [name, body])).toEqual([
    ['DELETE /customers/bulk', { ids }],
    ['POST /customers/restore', { ids }],
    ['POST /customers/restore', { ids }],
  ])
})

// @holds decision 9.5
test('a bulk deletion offers no Undo if another user had deleted some of the records', async () => {
  stubApi({ 'DELETE /customers/bulk': ok({ count: 1 }) })
  await mutate(customers.removeMany, [3, 5])
  expect(dequeueAllToasts()).toEqual([
    {
      kind: 'success',
      message: 'Selected customers have been deleted successfully.',
      action: undefined,
    },
  ])
})
