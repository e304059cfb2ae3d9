import { expect, test, vi } from 'vitest'

import { dequeueAllToasts } from '@/lib/toast'
import { ok, refuse, stubApi } from '@/test/api-stub'
import { mutate } from '@/test/mutate'

import { customers } from './customers'

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
