import { expect, test } from 'vitest'
import { createTillRecord } from './till-record'

const answer = (status: number) => async () => ({ status, bytes: 10 })

test('the record counts expected answers of the measured time, and each recorded sale', async () => {
  const record = createTillRecord()
  await record.time('sales', answer(201))
  await record.time('lists', answer(503))
  record.begin()
  expect(await record.time('sales', answer(201))).toMatchObject({ status: 201 })
  expect(await record.time('sales', answer(503))).toBeUndefined()
  await record.time('lists', answer(304))
  await record.time('polls', () => Promise.reject(new Error('timeout')))
  await record.time('sales', () => Promise.reject(new Error('reset')))
  await record.time('lists', () => Promise.reject(new DOMException('cancelled', 'AbortError')))
  expect(record.end()).toMatchObject({ recordedInTime: 1, bytes: 30 })
  await record.time('sales', answer(201))
  expect(record.result()).toMatchObject({
    sales: { count: 1 },
    lists: { count: 1 },
    polls: { count: 0 },
    failures: { 'sales 503': 1, 'polls timeout': 1, 'sales reset': 1 },
    recorded: 3,
    cancelledLists: 1,
    uncertain: 2,
  })
})
