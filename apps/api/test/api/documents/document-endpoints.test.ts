import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentKinds } from '#test/support/document-kinds'
import { sendBodyInTwoParts } from '#test/support/http-clients'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** Callers that may not record documents, with the status that each gets. */
async function createUnauthorizedCallers() {
  const { id: userId } = await createUser(api.pool, 4)
  return [
    { token: '', status: 401 },
    { token: api.tokens.sign({ userId, version: 1 }), status: 401 },
    { token: api.tokens.sign({ userId, version: 0 }), status: 403 },
  ]
}

describe.each(documentKinds)('POST to $path', (kind) => {
  const path = `/${kind.path}`
  const draft = () => kind.body(shop, [{ productId: shop.products[0] }])

  const broken: [what: string, status: number, body?: () => string, headers?: object][] = [
    ['a body that is not JSON', 400, () => '{"saleDate": '],
    ['a body of another media type', 415, () => '{}', { 'content-type': 'text/plain' }],
    ['an unknown encoding', 415, () => '{}', { 'content-encoding': 'rot13' }],
    ['a compressed body', 415, () => '{}', { 'content-encoding': 'gzip' }],
    ['a body in UTF-16', 415, () => '{}', { 'content-type': 'application/json; charset=utf-16' }],
    ['a body beyond the limit', 413, () => JSON.stringify({ remark: 'x'.repeat(600_000) })],
    ['a body without fields', 422, () => '{}'],
    ['a body that is not an object', 422, () => '[]'],
    ['an empty body', 422, () => ''],
    ['no body', 422],
    [
      'an invalid Idempotency-Key',
      400,
      () => JSON.stringify(draft()),
      { 'idempotency-key': 'a b' },
    ],
    ['unknown products', 422, () => JSON.stringify(kind.body(shop, [{ productId: 999 }]))],
  ]

  test.each(broken)(
    '%s is answered %i to an authorized caller, and 401 or 403 to any other',
    async (_what, status, body, headers = {}) => {
      const send = (token: string) =>
        api.call(path, { token, method: 'POST', body: body?.(), headers: { ...headers } })
      for (const caller of await createUnauthorizedCallers()) {
        expect((await send(caller.token)).status).toBe(caller.status)
      }
      expect((await send(shop.token)).status).toBe(status)
    },
  )

  test('an unauthorized caller is rejected with at most one statement, which waits for no lock', async () => {
    const before = await shop.stock()
    const lines = Array.from({ length: 300 }, (_, nth) => ({
      productId: shop.products[nth % 3] ?? 0,
    }))
    const long = kind.body(shop, lines)
    const client = await api.pool.connect()
    try {
      await client.query(`begin; select from products, ${kind.partyPath} for update`)
      for (const { token, status } of await createUnauthorizedCallers()) {
        api.databaseProxy.queries.breakAt(Infinity, 'before')
        expect((await api.call(path, { token, body: long })).status).toBe(status)
        expect(api.databaseProxy.queries.stop()).toBe(token ? 1 : 0)
      }
    } finally {
      client.release(true)
    }
    expect(await shop.stock()).toEqual(before)
  })

  // @holds asvs 9.2.1
  test('a token that expires while the request body arrives records nothing', async () => {
    const before = await shop.stock()
    const { url } = api
    vi.useFakeTimers({ toFake: ['Date'] })
    const expireToken = () => vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const status = await sendBodyInTwoParts(
      { url, path, token: shop.token, body: draft() },
      expireToken,
    )
    vi.useRealTimers()
    expect(status).toBe(401)
    expect(await shop.stock()).toEqual(before)
  })

  test.each([
    ['whose session has ended', 401, 'token_version = 1'],
    ['whose role has lost its permissions', 403, 'role = 4'],
  ])('a stored answer is not replayed to a user %s', async (_whose, status, change) => {
    const { id: userId } = await createUser(api.pool)
    const token = api.tokens.sign({ userId, version: 0 })
    const send = () =>
      api.call(path, { token, body: draft(), headers: { 'idempotency-key': 'the-key' } })
    expect((await send()).status).toBe(201)
    await api.pool.query(`update users set ${change} where id = $1`, [userId])
    expect((await send()).status).toBe(status)
    // Also not if the connection breaks before the statement that rejects the caller.
    api.databaseProxy.queries.breakAt(1, 'before')
    expect((await send()).status).toBe(503)
    api.databaseProxy.queries.stop()
  })
})
