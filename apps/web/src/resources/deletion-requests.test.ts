import { expect, test, vi } from 'vitest'

import { dequeueAllToasts } from '@/lib/toast'
import { ok, refuse, stubApi } from '@/test/api-stub'
import { mutate } from '@/test/mutate'

import { customers } from './customers'
import { restoreRequest } from './deletion-requests'

const batch = '5f6b2c1e-7f0a-4b6e-9a43-2c8f6f0d1b7e'

test('records deleted together are restored together, and a failed restore can be retried', async () => {
  const answers = [refuse(503), ok({ count: 2 })]
  const calls = stubApi({
    'DELETE /customers/bulk': ok({ count: 2, batch }),
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
    }, 10_000)
    expect(toast?.message).toBe(message)
    toast?.action?.run()
  }
  const ids = [3, 5]
  expect(calls.map(({ name, body }) => [name, body])).toEqual([
    ['DELETE /customers/bulk', { ids }],
    ['POST /customers/restore', { batch }],
    ['POST /customers/restore', { batch }],
  ])
})

// @holds decision 9.5
test('a bulk deletion offers Undo of its batch if another user had deleted some of the records', async () => {
  const calls = stubApi({
    'DELETE /customers/bulk': ok({ count: 1, batch }),
    'POST /customers/restore': ok({ count: 1 }),
  })
  await mutate(customers.removeMany, [3, 5])
  const [toast] = dequeueAllToasts()
  expect(toast?.action?.label).toBe('Undo')
  toast?.action?.run()
  await vi.waitUntil(() => calls.length === 2, 10_000)
  expect(calls[1]).toMatchObject({ name: 'POST /customers/restore', body: { batch } })
})

test.each([
  [{ count: 2 }, 'Restored.'],
  [
    { count: 2, codesRemoved: [3] },
    'Restored. 1 product came back without its code, because another product has it now.',
  ],
  [
    { count: 2, codesRemoved: [3, 5] },
    'Restored. 2 products came back without their codes, because other products have them now.',
  ],
])('the toast of a restore that answers %j says: %s', async (answer, message) => {
  stubApi({ 'POST /products/restore': ok(answer) })
  const sentences = { success: 'Restored.', failure: 'Not restored.' }
  await mutate(restoreRequest('products', { ids: [3, 5] }, sentences), undefined)
  expect(dequeueAllToasts()).toMatchObject([{ kind: 'success', message }])
})

test.each([
  ['if another user had deleted all of the records', { count: 0, batch: null }],
  ['if the answer of an older API names no batch', { count: 2 }],
])('a bulk deletion offers no Undo %s', async (_, answer) => {
  stubApi({ 'DELETE /customers/bulk': ok(answer) })
  await mutate(customers.removeMany, [3, 5])
  const message = 'Selected customers have been deleted successfully.'
  expect(dequeueAllToasts()).toEqual([{ kind: 'success', message, action: undefined }])
})
