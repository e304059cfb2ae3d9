import { expect, test } from 'vitest'

import { createQueryClient } from '@/lib/api/query-client'
import { ok, stubApi } from '@/test/api-stub'
import { mutate } from '@/test/mutate'

import { customers } from './customers'
import { expenses } from './expenses'

const ada = { name: 'Ada', email: null, phone: null, address: null }

// @holds spec 7.15
test('expenses are requested from the first to the last day of a range', async () => {
  const calls = stubApi({ 'GET /expenses?startDate=2026-11-01&endDate=2026-11-30': ok([]) })
  const list = expenses.list({ from: '2026-11-01', to: '2026-11-30' })
  expect(await createQueryClient().fetchQuery(list)).toEqual([])
  expect(calls).toHaveLength(1)
})

test('an update sends the full record to its own address', async () => {
  const calls = stubApi({ 'PUT /customers/7': ok({ id: 7, ...ada }) })
  await mutate(customers.update, { id: 7, input: ada, version: 3, key: 'k' })
  expect(calls.map(({ body, version, key }) => [body, version, key])).toEqual([[ada, '"3"', 'k']])
})
