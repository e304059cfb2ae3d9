import http from 'node:http'
import { apiRoot, resourcePaths } from '@stockie/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const read = (path: string, options: { token?: string; headers?: Record<string, string> } = {}) =>
  api.call(path, { token: shop.token, ...options })

const paths = [
  ...resourcePaths.map((path) => `/${path}`),
  '/products/summary',
  '/products/{id}/lines',
  '/products/{id}/movements',
  '/reports/profit-summary',
  '/reports/daily',
  '/reports/sales-breakdown',
  '/deleted',
]

test.each(paths)('GET %s asks the database once: new, again, 304, or refused', async (pattern) => {
  const path = pattern.replace('{id}', String(shop.products[0]))
  const stranger = await createUser(api.pool, 4)
  const theirs = api.tokens.sign({ userId: stranger.id, version: 0 })
  const ended = api.tokens.sign({ userId: stranger.id, version: 1 })
  const asked = async (options: Parameters<typeof read>[1] = {}) => {
    api.databaseProxy.queries.breakAt(Infinity, 'before')
    const { status, headers } = await read(path, options)
    return { status, queries: api.databaseProxy.queries.stop(), etag: headers.get('etag') ?? '' }
  }
  const first = await asked()
  expect(first).toMatchObject({ status: 200, queries: 1 })
  expect(await asked()).toEqual(first)
  const headers = { 'if-none-match': first.etag }
  expect(await asked({ headers })).toEqual({ ...first, status: 304 })
  expect(await asked({ token: theirs, headers })).toMatchObject({ status: 403, queries: 1 })
  expect(await asked({ token: ended, headers })).toMatchObject({ status: 401, queries: 1 })
  expect(await asked({ token: '' })).toMatchObject({ status: 401, queries: 0 })
})

test('whoever may not ask is told that before what is wrong with the asking', async () => {
  const wrong = '/sales?startDate=yesterday'
  const stranger = await createUser(api.pool, 4)
  const theirs = api.tokens.sign({ userId: stranger.id, version: 0 })
  expect((await read(wrong, { token: '' })).status).toBe(401)
  expect((await read(wrong, { token: theirs })).status).toBe(403)
  expect((await read(wrong)).status).toBe(400)
  expect((await read('/products/tea/lines', { token: '' })).status).toBe(401)
  expect((await read('/products/tea/lines')).status).toBe(404)
  expect((await read('/products/999999/lines')).status).toBe(404)
})

/** As it stands on the line: fetch would make another address of it. */
function ask(method: string, path: string): Promise<http.IncomingMessage> {
  const { hostname, port } = new URL(api.url)
  const headers = { authorization: `Bearer ${shop.token}` }
  return new Promise((resolve, reject) => {
    http
      .request({ hostname, port, method, path, headers }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end()
  })
}

test.each([
  ['GET', `${apiRoot}/customers`, 200],
  ['HEAD', `${apiRoot}/customers`, 200],
  ['GET', `${apiRoot}/customers/`, 200],
  ['GET', `${apiRoot}/customers?`, 200],
  ['GET', `${apiRoot}/customers/?a=1`, 200],
  ['GET', `${apiRoot}/CUSTOMERS`, 200],
  ['GET', '/API/v1/customers', 404],
  ['GET', `http://shop.example${apiRoot}/customers`, 200],
  ['GET', `${apiRoot}/customers#last`, 200],
  ['GET', `${apiRoot}/sales?startDate=2024-01-01#last`, 200],
  ['GET', `${apiRoot}/customers//`, 404],
  ['GET', `${apiRoot}/customers/summary`, 404],
  ['GET', `${apiRoot}/products/%zz/lines`, 404],
  ['GET', `${apiRoot}/products/1/2/lines`, 404],
  ['GET', '/customers', 404],
  ['POST', `${apiRoot}/reports/daily`, 404],
])('an address is read as Express reads it: %s %s is %i', async (method, path, status) => {
  const answer = await ask(method, path)
  expect(answer.statusCode).toBe(status)
  // Whatever it looks like, an answer of the API is never kept by a cache, nor taken for a page.
  expect(answer.headers['cache-control']).toBe('no-store')
  const policy = status === 200 ? "default-src 'none'" : 'default-src'
  expect(answer.headers['content-security-policy']).toContain(policy)
})

test('an id may stand encoded in the address', async () => {
  const encoded = String(shop.products[0]).replace(/\d/g, '%3$&')
  expect((await ask('GET', `${apiRoot}/products/${encoded}/lines`)).statusCode).toBe(200)
})

test('HEAD says all that GET says, and sends nothing', async () => {
  const [get, head] = [
    await ask('GET', `${apiRoot}/products`),
    await ask('HEAD', `${apiRoot}/products`),
  ]
  const { date: _date, 'x-request-id': _id, ...told } = get.headers
  expect(head.headers).toMatchObject(told)
})
