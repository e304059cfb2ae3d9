import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentKinds } from './documents'
import { startTestApi, type Answer, type TestApi } from './test-api'
import { openTestShop, type TestShop } from './test-shop'
import { writes } from './writes'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

/** Nobody who asks hangs for longer than this. */
async function inTime(call: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now()
  const answer = await call()
  expect(performance.now() - begun).toBeLessThan(10_000)
  return answer
}

test('a document whose answer is lost after it is recorded is the same one when it is sent again', async () => {
  const sending = documentKinds.map((kind) => {
    const body = kind.body(shop, [{ productId: shop.products[0] }])
    const headers = { 'idempotency-key': 'lost' }
    return () => api.call(`/${kind.path}`, { token: shop.token, body, headers })
  })
  await Promise.all(documentKinds.map(({ path }) => api.call(`/${path}`, { token: shop.token })))
  api.line.swallow()
  for (const { status } of await Promise.all(sending.map(inTime))) expect(status).toBe(503)
  const again = await Promise.all(sending.map((send) => send()))
  expect(again.map(({ status }) => status)).toEqual([201, 201])
  for (const { path } of documentKinds) {
    expect((await api.call(`/${path}`, { token: shop.token })).body).toHaveLength(1)
  }
  await shop.stock()
})

test('while the database is frozen nobody hangs, and afterwards everything is as before', async () => {
  const calls: (() => Promise<Answer>)[] = []
  for (const { prepare } of writes) calls.push(await prepare(api, shop))
  api.line.hold()
  const answers = await Promise.all(calls.map(inTime))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  api.line.letGo()
  expect(api.pool.waitingCount).toBe(0)
  expect((await api.call('/products', { token: shop.token })).status).toBe(200)
  await shop.stock()
})
