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

/** Those who may not record, and what they are told. */
async function openStrangers() {
  const { id: userId } = await createUser(api.pool, 4)
  return [
    { token: '', status: 401 },
    { token: api.tokens.sign({ userId, version: 1 }), status: 401 },
    { token: api.tokens.sign({ userId, version: 0 }), status: 403 },
  ]
}

describe.each(documentKinds)('POST /$path', (kind) => {
  const path = `/${kind.path}`
  const draft = () => kind.body(shop, [{ productId: shop.products[0] }])

  const broken: [what: string, status: number, body?: () => string, headers?: object][] = [
    ['a body that is not JSON', 400, () => '{"saleDate": '],
    ['a body of another type', 415, () => '{}', { 'content-type': 'text/plain' }],
    ['an unknown encoding', 415, () => '{}', { 'content-encoding': 'rot13' }],
    ['a compressed body', 415, () => '{}', { 'content-encoding': 'gzip' }],
    ['a body in UTF-16', 415, () => '{}', { 'content-type': 'application/json; charset=utf-16' }],
    ['a body beyond the limit', 413, () => JSON.stringify({ remark: 'x'.repeat(600_000) })],
    ['a body without fields', 422, () => '{}'],
    ['a body that is no object', 422, () => '[]'],
    ['an empty body', 422, () => ''],
    ['no body', 422],
    ['a key that is none', 400, () => JSON.stringify(draft()), { 'idempotency-key': 'a b' }],
    ['unknown products', 422, () => JSON.stringify(kind.body(shop, [{ productId: 999 }]))],
  ]

  test.each(broken)(
    '%s is %i, and nothing is said of it to whoever may not record',
    async (_what, status, body, headers = {}) => {
      const send = (token: string) =>
        api.call(path, { token, method: 'POST', body: body?.(), headers: { ...headers } })
      for (const stranger of await openStrangers()) {
        expect((await send(stranger.token)).status).toBe(stranger.status)
      }
      expect((await send(shop.token)).status).toBe(status)
    },
  )

  test('whoever may not record is refused by the one statement, which waits for nobody', async () => {
    const before = await shop.stock()
    const lines = Array.from({ length: 300 }, (_, nth) => ({
      productId: shop.products[nth % 3] ?? 0,
    }))
    const long = kind.body(shop, lines)
    const client = await api.pool.connect()
    try {
      await client.query(`begin; select from products, ${kind.partyPath} for update`)
      for (const { token, status } of await openStrangers()) {
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
  test('a token that runs out while its body is coming records nothing', async () => {
    const before = await shop.stock()
    const { url } = api
    vi.useFakeTimers({ toFake: ['Date'] })
    const runOut = () => vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const status = await sendBodyInTwoParts({ url, path, token: shop.token, body: draft() }, runOut)
    vi.useRealTimers()
    expect(status).toBe(401)
    expect(await shop.stock()).toEqual(before)
  })

  test.each([
    ['whose session has ended', 401, 'token_version = 1'],
    ['whose role may do nothing by now', 403, 'role = 4'],
  ])(
    'what was recorded under a key is not recalled for those %s',
    async (_whose, status, since) => {
      const { id: userId } = await createUser(api.pool)
      const token = api.tokens.sign({ userId, version: 0 })
      const send = () =>
        api.call(path, { token, body: draft(), headers: { 'idempotency-key': 'the-key' } })
      expect((await send()).status).toBe(201)
      await api.pool.query(`update users set ${since} where id = $1`, [userId])
      expect((await send()).status).toBe(status)
      // Nor where the statement that would have told so was lost on its way.
      api.databaseProxy.queries.breakAt(1, 'before')
      expect((await send()).status).toBe(503)
      api.databaseProxy.queries.stop()
    },
  )
})
