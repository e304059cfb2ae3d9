import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordCases } from './record-cases'
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

describe.each(recordCases)('DECISIONS 15: $path', ({ path, table, entered }) => {
  const body = (changes = {}) => ({ ...entered(shop).body, ...changes })

  /** Who is told to come back, as a machine with no time to spare tells some of many at once, does so. */
  async function send(key: string, sent: unknown = body(), token = shop.token): Promise<Answer> {
    const headers = { 'Idempotency-Key': key }
    const answer = await api.call(`/${path}`, { token, body: sent, headers })
    return answer.status === 503 ? send(key, sent, token) : answer
  }
  const change = (method: string, address: string, sent?: unknown) =>
    api.call(`/${path}/${address}`, { method, token: shop.token, body: sent })

  /** How many records there are, deleted ones included, and movements of stock. */
  async function count(): Promise<number[]> {
    const { rows } = await api.pool.query<{ count: number }>(
      `select count(*) from ${table} union all select count(*) from stock_movements`,
    )
    return rows.map((row) => row.count)
  }

  // @holds decision 15.3
  test('the same key many times at once enters one record, and all get the same answer', async () => {
    const [before = 0] = await count()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('at-once')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await count())[0]).toBe(before + 1)
  })

  // @holds decision 15.3
  test('a lost answer is given again, whatever happened to the record since', async () => {
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
  test('another body under the same key is 409, and enters nothing', async () => {
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

  test('two bodies under the same key at once: one is entered, the other is 409', async () => {
    const [before = 0] = await count()
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => send('race', body({ name }))))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409])
    expect((await count())[0]).toBe(before + 1)
  })

  test('a key belongs to its user, and an attempt that was refused leaves it free', async () => {
    const [before = 0] = await count()
    expect((await send('no key', body({ name: ' ' }))).status).toBe(400)
    expect((await send('own', body({ name: ' ' }))).status).toBe(422)
    const mine = await send('own')
    const theirs = await send('own', body(), colleague)
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body).not.toMatchObject({ id: (mine.body as { id: number }).id })
    expect((await count())[0]).toBe(before + 2)
  })
})

test('a lost answer is given again though the category was deleted since', async () => {
  const { token, expenseCategoryId } = shop
  const sending = {
    token,
    body: { name: 'Rent', amount: 9, expenseCategoryId },
    headers: { 'Idempotency-Key': 'rent' },
  }
  const first = await api.call('/expenses', sending)
  await api.call(`/expense-categories/${expenseCategoryId}`, { method: 'DELETE', token })
  const again = await api.call('/expenses', sending)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
})
