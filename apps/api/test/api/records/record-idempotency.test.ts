import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordCases } from './record-cases'
import { retryWhileBusy } from '#test/support/http-clients'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let colleague: string
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  const { id: userId } = await createUser(api.pool, 3)
  colleague = api.tokens.sign({ userId, version: 0 })
})
afterAll(() => api.stop())

describe.each(recordCases)('Idempotency-Key of POST to $path', ({ path, table, created }) => {
  const body = (changes = {}) => ({ ...created(shop).body, ...changes })

  function send(key: string, sent: unknown = body(), token = shop.token): Promise<Answer> {
    const headers = { 'Idempotency-Key': key }
    return retryWhileBusy(() => api.call(`/${path}`, { token, body: sent, headers }))
  }
  const change = (method: string, address: string, sent?: unknown) =>
    api.call(`/${path}/${address}`, { method, token: shop.token, body: sent })

  /** Counts the records, including deleted ones, and the stock movements. */
  async function count(): Promise<number[]> {
    const { rows } = await api.pool.query<{ count: number }>(
      `select count(*) from ${table} union all select count(*) from stock_movements`,
    )
    return rows.map((row) => row.count)
  }

  // @holds decision 15.3
  test('simultaneous requests with one key create one record and get the same answer', async () => {
    const [before = 0] = await count()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('at-once')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await count())[0]).toBe(before + 1)
  })

  // @holds decision 15.3
  test('a lost answer is replayed unchanged after its record was edited or deleted', async () => {
    const first = await send('lost')
    const { id } = first.body as { id: number }
    const after = await count()
    await change('PUT', String(id), body({ name: 'Another name' }))
    const again = await send('lost')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('X-Deleted-Since')).toBeNull()
    await change('DELETE', String(id))
    const deleted = await send('lost')
    expect([deleted.status, deleted.text]).toEqual([201, first.text])
    expect(deleted.headers.get('X-Deleted-Since')).toBe('true')
    expect(await count()).toEqual(after)
  })

  // @holds decision 15.3
  test('another body under the same key is answered 409 and creates nothing', async () => {
    await send('taken')
    const after = await count()
    const other = await send('taken', body({ name: 'Another' }))
    expect(other).toMatchObject({
      status: 409,
      body: {
        type: 'urn:stockie:problem:conflict',
        detail: 'This Idempotency-Key was used with another body.',
        errors: [{ path: 'Idempotency-Key' }],
      },
    })
    expect(await count()).toEqual(after)
  })

  test('one of several simultaneous bodies under one key is created, and the others get 409', async () => {
    const [before = 0] = await count()
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => send('race', body({ name }))))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409])
    expect((await count())[0]).toBe(before + 1)
  })

  test('a key is separate for each user and stays unused after a rejected request', async () => {
    const [before = 0] = await count()
    expect((await send('no key', body({ name: ' ' }))).status).toBe(400)
    expect((await send('own', body({ name: ' ' }))).status).toBe(422)
    const ownAnswer = await send('own')
    const colleagueAnswer = await send('own', body(), colleague)
    expect([ownAnswer.status, colleagueAnswer.status]).toEqual([201, 201])
    expect(colleagueAnswer.body).not.toMatchObject({ id: (ownAnswer.body as { id: number }).id })
    expect((await count())[0]).toBe(before + 2)
  })
})

test('a lost answer is replayed although its category was deleted since', async () => {
  const { token, expenseCategoryId } = shop
  const options = {
    token,
    body: { name: 'Rent', amount: 9, expenseCategoryId },
    headers: { 'Idempotency-Key': 'rent' },
  }
  const first = await api.call('/expenses', options)
  await api.call(`/expense-categories/${expenseCategoryId}`, { method: 'DELETE', token })
  const again = await api.call('/expenses', options)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
})
