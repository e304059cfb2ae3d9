import http from 'node:http'
import net from 'node:net'
import { apiRoot, sales } from '@stockie/contracts'
import { afterAll, expect, test } from 'vitest'
import { operationsOf, readDocument } from '#test/openapi/document-reader'
import { createCountClient } from '#test/support/count-client'
import { saleKind } from '#test/support/document-kinds'
import { startTestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

// Before the tests are defined, because the document lists the endpoints.
const api = await startTestApi()
afterAll(() => api.stop())
const shop = await openTestShop(api)
const sold = await api.call('/sales', {
  token: shop.token,
  body: saleKind.body(shop, [{ productId: shop.products[0] }]),
})
const { saleId } = sales.row.parse(sold.body)
const countId = await createCountClient(api, shop).open()

const read = (path: string, options: { token?: string; headers?: Record<string, string> } = {}) =>
  api.call(path, { token: shop.token, ...options })

/** Endpoints without an ETag: the API's own document, sessions, settings, activities, and audits that read everything at each request. */
const withoutEtag = [
  '/openapi.json',
  '/activity',
  '/activity/users',
  '/auth/sessions',
  '/shop',
  '/books',
  '/stock/reconcile',
  '/users',
  '/users/known-logins',
  '/shop/logo',
  '/backups',
  '/backups/status',
  '/backups/jobs',
  '/backups/jobs/{id}',
  '/downloads/{id}',
  '/imports',
  '/imports/{id}',
  '/imports/{id}/refused',
]
const paths = operationsOf(await readDocument(api))
  .filter(
    ({ method, servers, path }) => method === 'GET' && !servers && !withoutEtag.includes(path),
  )
  .map(({ path }) => path)

test.each(paths)(
  'GET %s runs at most one query, whether it is answered 200, 304, 401 or 403',
  async (pattern) => {
    const [, resource = ''] = pattern.split('/')
    const id =
      new Map([
        ['sales', saleId],
        ['stock-counts', countId],
      ]).get(resource) ?? shop.products[0]
    // As of today, which no commit can still precede, a report is a single query too.
    const query =
      new Map([
        ['/day-sheets', '?date=2026-11-21'],
        ['/reports/changes-since', `?asOf=${new Date().toISOString().slice(0, 10)}`],
      ]).get(pattern) ?? ''
    const path = `${pattern.replace('{id}', String(id))}${query}`
    const otherUser = await createUser(api.pool, 4)
    const forbiddenToken = api.tokens.sign({ userId: otherUser.id, version: 0 })
    const endedToken = api.tokens.sign({ userId: otherUser.id, version: 1 })
    const measureRead = async (options: Parameters<typeof read>[1] = {}) => {
      api.databaseProxy.queries.breakAt(Infinity, 'before')
      const { status, headers } = await read(path, options)
      return { status, queries: api.databaseProxy.queries.stop(), etag: headers.get('etag') ?? '' }
    }
    const first = await measureRead()
    expect(first).toMatchObject({ status: 200, queries: 1 })
    expect(await measureRead()).toEqual(first)
    const headers = { 'if-none-match': first.etag }
    expect(await measureRead({ headers })).toEqual({ ...first, status: 304 })
    expect(await measureRead({ token: forbiddenToken, headers })).toMatchObject({
      status: 403,
      queries: 1,
    })
    expect(await measureRead({ token: endedToken, headers })).toMatchObject({
      status: 401,
      queries: 1,
    })
    expect(await measureRead({ token: '' })).toMatchObject({ status: 401, queries: 0 })
  },
)

test('an unauthorized caller gets 401 or 403 before any validation error', async () => {
  const wrong = '/sales?startDate=yesterday'
  const otherUser = await createUser(api.pool, 4)
  const forbiddenToken = api.tokens.sign({ userId: otherUser.id, version: 0 })
  expect((await read(wrong, { token: '' })).status).toBe(401)
  expect((await read(wrong, { token: forbiddenToken })).status).toBe(403)
  expect((await read(wrong)).status).toBe(400)
  expect((await read('/products/tea/lines', { token: '' })).status).toBe(401)
  expect((await read('/products/tea/lines')).status).toBe(404)
  expect((await read('/products/999999/lines')).status).toBe(404)
})

/** Sends the address unchanged: fetch would normalize it. */
function sendRaw(method: string, path: string): Promise<http.IncomingMessage> {
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
])(
  'the router matches an address with its endpoint: %s %s is answered %i',
  async (method, path, status) => {
    const answer = await sendRaw(method, path)
    expect(answer.statusCode).toBe(status)
    // No answer may be cached, and a browser must not render an answer of the API as a page.
    expect(answer.headers['cache-control']).toBe('no-store')
    const policy = status === 200 ? "default-src 'none'" : 'default-src'
    expect(answer.headers['content-security-policy']).toContain(policy)
  },
)

test('an id in the address may be percent-encoded', async () => {
  const encoded = String(shop.products[0]).replace(/\d/g, '%3$&')
  expect((await sendRaw('GET', `${apiRoot}/products/${encoded}/lines`)).statusCode).toBe(200)
})

test('HEAD returns the headers of GET without a body', async () => {
  const [get, head] = [
    await sendRaw('GET', `${apiRoot}/products`),
    await sendRaw('HEAD', `${apiRoot}/products`),
  ]
  const { date: _date, 'x-request-id': _id, ...expected } = get.headers
  expect(head.headers).toMatchObject(expected)

  // Node's client never reads a body after HEAD, so this reads the socket.
  const { hostname, port } = new URL(api.url)
  const socket = net.connect(Number(port), hostname)
  socket.write(
    `HEAD ${apiRoot}/products HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n` +
      `Authorization: Bearer ${shop.token}\r\n\r\n`,
  )
  const answer = (await socket.toArray()).join('')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer.indexOf('\r\n\r\n')).toBe(answer.length - 4)
})
