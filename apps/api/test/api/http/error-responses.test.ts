import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call, startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const pickProblem = ({ status, headers, body }: Answer) => ({
  status,
  contentType: headers.get('content-type'),
  requestId: headers.get('x-request-id'),
  cacheControl: headers.get('cache-control'),
  body,
})

const problemWith = (status: number, type: string) => ({
  status,
  contentType: 'application/problem+json; charset=utf-8',
  requestId: expect.stringMatching(/^[\w-]{36}$/),
  cacheControl: 'no-store',
  body: expect.objectContaining({
    type: `urn:stockie:problem:${type}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
  }),
})

const login = (body: string, headers: Record<string, string> = {}) =>
  api.call('/auth/login', { body, headers })

test.each(['{"email": ', '{email: 1}', "{'email': 1}", 'nonsense', '{"a":1}}'])(
  // @holds decision 11.1
  'a body that is not JSON is answered 400: %s',
  async (body) => {
    const answer = await login(body)
    expect(pickProblem(answer)).toEqual(problemWith(400, 'malformed'))
    // The answer must not echo the body, which may hold a password.
    expect(answer.text).not.toContain('email')
  },
)

test.each(['"text"', 'null', '[]', '7'])(
  'a JSON body that is not an object is answered 422: %s',
  async (body) => {
    expect(pickProblem(await login(body))).toEqual(problemWith(422, 'invalid'))
  },
)

test('a missing body is answered 422', async () => {
  expect(pickProblem(await api.call('/auth/login', { method: 'POST' }))).toEqual(
    problemWith(422, 'invalid'),
  )
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'application/jsonp',
  '',
  // @holds decision 33.2, asvs 3.5.2
])('a body of the content type "%s" is answered 415', async (type) => {
  expect(pickProblem(await login('{}', { 'content-type': type }))).toEqual(
    problemWith(415, 'unsupported-type'),
  )
})

test.each(['gzip', 'deflate', 'br', 'zstd-of-ours'])(
  'a body with the content encoding %s is answered 415',
  async (encoding) => {
    expect(pickProblem(await login('{}', { 'content-encoding': encoding }))).toEqual(
      problemWith(415, 'unsupported-type'),
    )
  },
)

// @holds decision 11.1
test('a body over the size limit is answered 413, unlike one with 1,000 lines or 10,000 ids', async () => {
  const token = api.tokens.sign({ userId: (await createUser(api.pool)).id, version: 0 })
  const send = (sent: object) => api.call('/customers', { body: sent, token })
  expect(pickProblem(await send({ email: 'x'.repeat(600_000) }))).toEqual(
    problemWith(413, 'too-large'),
  )
  const line = { productId: 1e9, price: 1e9, quantity: 1e6, total: 1e15 }
  const sale = {
    remark: '\u20ac'.repeat(2000),
    saleDetails: Array.from({ length: 1000 }, () => line),
  }
  expect(pickProblem(await send(sale))).toEqual(problemWith(422, 'invalid'))
  expect(pickProblem(await send({ ids: Array(10_000).fill(1e9) }))).toEqual(
    problemWith(422, 'invalid'),
  )
})

test.each([
  ['GET', '/nothing'],
  ['GET', '/auth'],
  ['POST', '/nothing/here'],
  ['GET', '/auth/login'],
  ['PUT', '/auth/login'],
  ['DELETE', '/auth/verify'],
  ['PATCH', '/openapi.json'],
  // @holds spec 8.4, decision 11.1, 33.2
])('an unknown path or a wrong method is answered 404: %s %s', async (method, path) => {
  expect(pickProblem(await api.call(path, { method }))).toEqual(problemWith(404, 'not-found'))
})

test('an unknown path outside the API is answered 404', async () => {
  const answer = await call(`${api.url}/nothing`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

// @holds asvs 1.1.1
test('a path that cannot be decoded is answered 400 or 404 instead of 500', async () => {
  const answer = await call(`${api.url}/assets/%E0%A4%A`)
  expect([400, 404]).toContain(answer.status)
})

// @holds asvs 4.2.1
test('bytes that are not HTTP are answered 400, and the server keeps serving', async () => {
  const { port } = new URL(api.url)
  const answer = await new Promise<string>((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    socket.once('data', (data) => resolve(String(data)))
  })
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  expect((await call(`${api.url}/livez`)).status).toBe(200)
})

test.each(['auth/login', 'customers', 'sales'])(
  'a client that disconnects while sending to %s causes no query and no logged error',
  async (path) => {
    // A new minute, in which the log has a line for each call.
    api.requestLog.flush()
    const token = api.tokens.sign({ userId: (await createUser(api.pool)).id, version: 0 })
    const { port } = new URL(api.url)
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: hung-up-in-${path.replace('/', '-')}\r\n` +
          `Authorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      )
    })
    await new Promise<void>((resolve) =>
      api.server.once('request', (request: IncomingMessage) => request.once('resume', resolve)),
    )
    api.databaseProxy.queries.breakAt(Infinity, 'before')
    socket.destroy()
    const lines = () =>
      api
        .logged()
        .split('\n')
        .filter((line) => line.includes(`hung-up-in-${path.replace('/', '-')}`))
    await vi.waitFor(() => expect(lines()).not.toEqual([]), 10_000)
    await call(`${api.url}/livez`)
    expect(lines()).toEqual([
      expect.stringContaining(`"msg":"POST /api/v1/${path} without an answer"`),
    ])
    expect(lines()[0]).toMatch(/"level":30,/)
    // The caller of a closed connection is not looked up.
    expect(api.databaseProxy.queries.stop()).toBe(0)
  },
)

// @holds spec 8.4, decision 11.1, asvs 13.4.2, 16.3.4, 16.5.1
test('an internal error is answered 500 without its details, which are logged', async () => {
  const broken = await startTestApi()
  await createUser(broken.pool)
  await broken.pool.query('alter table users rename column password_hash to hidden_column')
  const body = { email: 'owner@stockie.test', password: 'a password' }
  const answer = await broken.call('/auth/login', { body })
  expect(pickProblem(answer)).toEqual(problemWith(500, 'internal'))
  expect(answer.text).not.toMatch(/column|users|select|\.ts/)
  expect(broken.logged()).toContain('password_hash')
  expect(broken.logged()).toContain(answer.headers.get('x-request-id'))
  await broken.stop()
})

// @holds decision 11.1, asvs 16.5.2
test('the API answers 503 with Retry-After while its database is unreachable', async () => {
  const cut = await startTestApi()
  const user = await createUser(cut.pool)
  const token = cut.tokens.sign({ userId: user.id, version: 0 })
  await cut.databaseProxy.disconnect()

  const verified = await cut.call('/auth/verify', { method: 'POST', token })
  expect(pickProblem(verified)).toEqual(problemWith(503, 'unavailable'))
  expect(Number(verified.headers.get('retry-after'))).toBeGreaterThan(0)
  const body = { email: user.email, password: 'a password' }
  expect(pickProblem(await cut.call('/auth/login', { body }))).toEqual(
    problemWith(503, 'unavailable'),
  )

  await cut.databaseProxy.reconnect()
  expect((await cut.call('/auth/verify', { method: 'POST', token })).status).toBe(200)
  await cut.stop()
})
