import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds, saleKind } from '#test/support/document-kinds'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { writeCases } from '#test/support/writes/write-cases'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** Makes a call and checks that it takes no longer than 10 seconds, also on a slow machine. */
async function callWithin(call: () => Promise<Answer>, limit = 10_000): Promise<Answer> {
  const start = performance.now()
  const answer = await call()
  expect(performance.now() - start).toBeLessThan(limit)
  return answer
}

test('a document whose recording loses its database answer is recorded once, also when it is sent again @long', async () => {
  const senders = documentKinds.map((kind) => {
    const body = kind.body(shop, [{ productId: shop.products[0] }])
    const headers = { 'idempotency-key': 'lost' }
    return () => api.call(`/${kind.path}`, { token: shop.token, body, headers })
  })
  await Promise.all(documentKinds.map(({ path }) => api.call(`/${path}`, { token: shop.token })))
  api.databaseProxy.halfOpen()
  // The API gives up the first connection and finds the document by its key over another one.
  const first = await Promise.all(senders.map((send) => callWithin(send)))
  const again = await Promise.all(senders.map((send) => send()))
  for (const answers of [first, again]) {
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  }
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
  for (const { path } of documentKinds) {
    expect((await api.call(`/${path}`, { token: shop.token })).body).toHaveLength(1)
  }
  await shop.stock()
})

test('a request with several queries to a frozen database fails within 8.5 seconds, also with idle connections @long', async () => {
  const headers = { 'idempotency-key': 'frozen' }
  const body = saleKind.body(shop, [{ productId: shop.products[0] }])
  const sell = () => api.call('/sales', { token: shop.token, body, headers })
  const logIn = () =>
    api.call('/auth/login', { body: { email: shop.user.email, password: 'not the password' } })
  const clients = await Promise.all(Array.from({ length: 5 }, () => api.pool.connect()))
  for (const client of clients) client.release()
  api.databaseProxy.freeze()
  const answers = await Promise.all([callWithin(sell, 8_500), callWithin(logIn, 8_500)])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  api.databaseProxy.resume()
  expect((await sell()).status).toBe(201)
})

// @holds asvs 16.5.2
test('all writes get 503 within 10 seconds while the database is frozen, and the API recovers afterwards @long', async () => {
  const calls: (() => Promise<Answer>)[] = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  api.databaseProxy.freeze()
  const answers = await Promise.all(calls.map((call) => callWithin(call)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  api.databaseProxy.resume()
  expect(api.pool.waitingCount).toBe(0)
  expect((await api.call('/products', { token: shop.token })).status).toBe(200)
  await shop.stock()
})
