import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retryWhileBusy } from '#test/support/http-clients'
import { queueBehindLock } from '#test/support/database/lock-queue'
import {
  type DocumentKind,
  documentKinds,
  purchaseKind,
  saleKind,
} from '#test/support/document-kinds'
import { type Answer, startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (
  { path }: DocumentKind,
  body: unknown,
  key = 'the-key',
  token = shop.token,
): Promise<Answer> =>
  retryWhileBusy(() => api.call(`/${path}`, { token, body, headers: { 'Idempotency-Key': key } }))

const count = async ({ path }: DocumentKind): Promise<number> => {
  const { rows } = await api.pool.query<{ count: number }>(`select count(*) from ${path}`)
  return rows[0]?.count ?? Number.NaN
}

describe.each(documentKinds)('Idempotency-Key of POST to $path', (kind) => {
  const { path, sign, partyField } = kind
  const draft = (quantity = 2) => kind.body(shop, [{ productId: shop.products[0], quantity }])

  // @holds decision 15.1, asvs 2.3.4
  test('50 simultaneous requests with one key record one document and get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(kind, draft())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await count(kind)).toBe(1)
    expect((await shop.stock())[shop.products[0]]).toBe(100 + sign * 2)
  })

  // @holds decision 15.1
  test('a lost answer is replayed unchanged after its document and product changed', async () => {
    const [tea] = shop.products
    const first = await send(kind, draft())
    await api.call(`/${path}/bulk`, { token: shop.token, method: 'DELETE', body: { ids: [1] } })
    await api.pool.query(`update products set name = 'Coffee' where id = $1`, [tea])
    await api.pool.query(markDeleted('products', tea, shop.user.id))
    const again = await send(kind, draft())
    expect([again.status, again.text]).toEqual([201, first.text])
    expect((await shop.stock())[tea]).toBe(100)
  })

  test('a replay or a conflict keeps the database connection open @long', async () => {
    const readBackendPid = async () => (await api.pool.query('select pg_backend_pid()')).rows
    await send(kind, draft())
    const before = await readBackendPid()
    expect((await send(kind, draft())).status).toBe(201)
    expect((await send(kind, draft(3))).status).toBe(409)
    expect(await readBackendPid()).toEqual(before)
  })

  test('a body that differs only in field order, unknown fields or blanks is replayed', async () => {
    const first = await send(kind, draft())
    const written = { more: 'unknown', ...Object.fromEntries(Object.entries(draft()).toReversed()) }
    expect(await send(kind, { ...written, remark: '  ' })).toMatchObject({
      status: 201,
      text: first.text,
    })
  })

  // @holds decision 11.3, 15.1
  test('another body under the same key is answered 409 and changes nothing', async () => {
    await send(kind, draft())
    const before = await shop.stock()
    const other = await send(kind, draft(3))
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({
      type: 'urn:stockie:problem:conflict',
      detail: 'This Idempotency-Key was used with another body.',
      // Distinguishes this conflict from others.
      errors: [{ path: 'Idempotency-Key' }],
    })
    expect(await send(kind, { ...draft(), [partyField]: 77 })).toMatchObject({ status: 409 })
    expect(await shop.stock()).toEqual(before)
    expect(await count(kind)).toBe(1)
  })

  test('one of several simultaneous bodies under one key is recorded, and the others get 409', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => send(kind, draft(n))))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
    expect(await count(kind)).toBe(1)
  })

  test.each([
    ['commit', [422, 422], 0],
    ['rollback', [201, 201], 1],
  ] as const)(
    'two simultaneous requests that wait for a deletion get the same answer after its %s @long',
    async (end, statuses, documents) => {
      const deletion = markDeleted(kind.partyPath, shop[partyField], shop.user.id)
      const sending = () => send(kind, draft())
      const answers = await queueBehindLock(api.pool, deletion, [sending, sending], end)
      expect(answers.map(({ status }) => status)).toEqual(statuses)
      expect(await count(kind)).toBe(documents)
    },
  )

  // @holds asvs 2.3.1
  test('a replayed answer carries X-Deleted-Since while its document is deleted', async () => {
    const first = await send(kind, draft())
    expect(first.headers.get('X-Deleted-Since')).toBeNull()
    expect((await send(kind, draft())).headers.get('X-Deleted-Since')).toBeNull()
    const ids = [Object(first.body)[kind.idField]]
    await api.call(`/${path}/${ids[0]}`, { token: shop.token, method: 'DELETE' })
    const again = await send(kind, draft())
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers.get('X-Deleted-Since')).toBe('true')
    await api.call(`/${path}/restore`, { token: shop.token, body: { ids } })
    expect((await send(kind, draft())).headers.get('X-Deleted-Since')).toBeNull()
  })

  test('a rejected request leaves its key unused', async () => {
    const broken = { ...draft(), [partyField]: 77 }
    expect((await send(kind, broken)).status).toBe(422)
    expect((await send(kind, { ...draft(), totalAmount: 1 })).status).toBe(422)
    expect((await send(kind, draft())).status).toBe(201)
    expect(await count(kind)).toBe(1)
  })

  test('every request without a key records a document, though the body is the same', async () => {
    for (const _ of [1, 2]) {
      expect((await api.call(`/${path}`, { token: shop.token, body: draft() })).status).toBe(201)
    }
    expect(await count(kind)).toBe(2)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(201), 'ä'])(
    'the invalid key %j is answered 400 @long',
    async (key) => {
      const answer = await send(kind, draft(), key)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } })
      expect(await count(kind)).toBe(0)
    },
  )
})

test('an Idempotency-Key is separate for each user and each kind of document', async () => {
  const colleague = await createUser(api.pool, 3)
  const lines = [{ productId: shop.products[0] }]
  const token = api.tokens.sign({ userId: colleague.id, version: 0 })
  const answers = [
    await send(saleKind, saleKind.body(shop, lines)),
    await send(saleKind, saleKind.body(shop, lines), 'the-key', token),
    await send(purchaseKind, purchaseKind.body(shop, lines)),
    await send(saleKind, saleKind.body(shop, lines), 'another-key'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await count(saleKind)).toBe(3)
  expect(await count(purchaseKind)).toBe(1)
})
