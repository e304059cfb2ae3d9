import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds, saleKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { writeCases } from '#test/support/write-cases'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** Nobody who asks hangs for longer than 10 seconds, on a slow machine either. */
async function inTime(call: () => Promise<Answer>, limit = 10_000): Promise<Answer> {
  const begun = performance.now()
  const answer = await call()
  expect(performance.now() - begun).toBeLessThan(limit)
  return answer
}

test('a document whose answer is lost after it is recorded is the same one when it is sent again', async () => {
  const sending = documentKinds.map((kind) => {
    const body = kind.body(shop, [{ productId: shop.products[0] }])
    const headers = { 'idempotency-key': 'lost' }
    return () => api.call(`/${kind.path}`, { token: shop.token, body, headers })
  })
  await Promise.all(documentKinds.map(({ path }) => api.call(`/${path}`, { token: shop.token })))
  api.databaseProxy.halfOpen()
  // Found by its key over another connection, once the first is given up.
  const first = await Promise.all(sending.map((send) => inTime(send)))
  const again = await Promise.all(sending.map((send) => send()))
  for (const answers of [first, again]) {
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  }
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
  for (const { path } of documentKinds) {
    expect((await api.call(`/${path}`, { token: shop.token })).body).toHaveLength(1)
  }
  await shop.stock()
})

test('who asks several times while the database is frozen waits no longer, however many connections lie idle', async () => {
  const headers = { 'idempotency-key': 'frozen' }
  const body = saleKind.body(shop, [{ productId: shop.products[0] }])
  const sell = () => api.call('/sales', { token: shop.token, body, headers })
  const logIn = () =>
    api.call('/auth/login', { body: { email: shop.user.email, password: 'not the password' } })
  const lent = await Promise.all(Array.from({ length: 5 }, () => api.pool.connect()))
  for (const client of lent) client.release()
  api.databaseProxy.freeze()
  const answers = await Promise.all([inTime(sell, 8_500), inTime(logIn, 8_500)])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  api.databaseProxy.resume()
  expect((await sell()).status).toBe(201)
})

// @holds asvs 16.5.2
test('while the database is frozen nobody hangs, and afterwards everything is as before', async () => {
  const calls: (() => Promise<Answer>)[] = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  api.databaseProxy.freeze()
  const answers = await Promise.all(calls.map((call) => inTime(call)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  api.databaseProxy.resume()
  expect(api.pool.waitingCount).toBe(0)
  expect((await api.call('/products', { token: shop.token })).status).toBe(200)
  await shop.stock()
})
