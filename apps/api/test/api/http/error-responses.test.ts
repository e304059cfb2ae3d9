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

const whatMatters = ({ status, headers, body }: Answer) => ({
  status,
  contentType: headers.get('content-type'),
  requestId: headers.get('x-request-id'),
  cacheControl: headers.get('cache-control'),
  body,
})

const aProblem = (status: number, type: string) => ({
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
  'a body that is not JSON is 400: %s',
  async (body) => {
    const answer = await login(body)
    expect(whatMatters(answer)).toEqual(aProblem(400, 'malformed'))
    // Never an echo of what was sent, which may hold a password.
    expect(answer.text).not.toContain('email')
  },
)

test.each(['"text"', 'null', '[]', '7'])('JSON that is no object is 422: %s', async (body) => {
  expect(whatMatters(await login(body))).toEqual(aProblem(422, 'invalid'))
})

test('no body at all is 422', async () => {
  expect(whatMatters(await api.call('/auth/login', { method: 'POST' }))).toEqual(
    aProblem(422, 'invalid'),
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
])('a body of the content type "%s" is 415', async (type) => {
  expect(whatMatters(await login('{}', { 'content-type': type }))).toEqual(
    aProblem(415, 'unsupported-type'),
  )
})

test.each(['gzip', 'deflate', 'br', 'zstd-of-ours'])('a body in %s is 415', async (encoding) => {
  expect(whatMatters(await login('{}', { 'content-encoding': encoding }))).toEqual(
    aProblem(415, 'unsupported-type'),
  )
})

// @holds decision 11.1
test('a body beyond the limit is 413, one of a thousand lines or ten thousand ids is not', async () => {
  const token = api.tokens.sign({ userId: (await createUser(api.pool)).id, version: 0 })
  const send = (sent: object) => api.call('/customers', { body: sent, token })
  expect(whatMatters(await send({ email: 'x'.repeat(600_000) }))).toEqual(
    aProblem(413, 'too-large'),
  )
  const line = { productId: 1e9, price: 1e9, quantity: 1e6, total: 1e15 }
  const sale = {
    remark: '\u20ac'.repeat(2000),
    saleDetails: Array.from({ length: 1000 }, () => line),
  }
  expect(whatMatters(await send(sale))).toEqual(aProblem(422, 'invalid'))
  expect(whatMatters(await send({ ids: Array(10_000).fill(1e9) }))).toEqual(
    aProblem(422, 'invalid'),
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
])('an unknown path or a wrong method is 404: %s %s', async (method, path) => {
  expect(whatMatters(await api.call(path, { method }))).toEqual(aProblem(404, 'not-found'))
})

test('outside the API an unknown path is 404 as well', async () => {
  const answer = await call(`${api.url}/nothing`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

// @holds asvs 1.1.1
test('a path that cannot be decoded is no mistake of ours', async () => {
  const answer = await call(`${api.url}/assets/%E0%A4%A`)
  expect([400, 404]).toContain(answer.status)
})

// @holds asvs 4.2.1
test('what is not HTTP at all is refused without harm', async () => {
  const { port } = new URL(api.url)
  const answer = await new Promise<string>((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    socket.once('data', (data) => resolve(String(data)))
  })
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  expect((await call(`${api.url}/livez`)).status).toBe(200)
})

test.each(['auth/login', 'customers', 'sales'])(
  'a caller who hangs up halfway through %s is no trouble of the database or ours',
  async (path) => {
    const token = api.tokens.sign({ userId: (await createUser(api.pool)).id, version: 0 })
    const { port } = new URL(api.url)
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: hung-up-in-${path.replace('/', '-')}\r\n` +
          `Authorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      )
    })
    await new Promise<void>((resolve) =>
      api.server.once('request', (request: IncomingMessage) => request.once('resume', resolve)),
    )
    const asked = vi.spyOn(api.pool, 'query')
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
    // Who they are is no matter any more.
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  },
)

// @holds spec 8.4, decision 11.1, asvs 13.4.2, 16.3.4, 16.5.1
test('a mistake of ours is 500, says nothing of what is inside, and is in the log', async () => {
  const broken = await startTestApi()
  await createUser(broken.pool)
  await broken.pool.query('alter table users rename column password_hash to hidden_column')
  const body = { email: 'owner@stockie.test', password: 'a password' }
  const answer = await broken.call('/auth/login', { body })
  expect(whatMatters(answer)).toEqual(aProblem(500, 'internal'))
  expect(answer.text).not.toMatch(/column|users|select|\.ts/)
  expect(broken.logged()).toContain('password_hash')
  expect(broken.logged()).toContain(answer.headers.get('x-request-id'))
  await broken.stop()
})

// @holds decision 11.1, asvs 16.5.2
test('without its database the API is 503 and says when to come back', async () => {
  const cut = await startTestApi()
  const user = await createUser(cut.pool)
  const token = cut.tokens.sign({ userId: user.id, version: 0 })
  await cut.databaseProxy.disconnect()

  const verified = await cut.call('/auth/verify', { method: 'POST', token })
  expect(whatMatters(verified)).toEqual(aProblem(503, 'unavailable'))
  expect(Number(verified.headers.get('retry-after'))).toBeGreaterThan(0)
  const body = { email: user.email, password: 'a password' }
  expect(whatMatters(await cut.call('/auth/login', { body }))).toEqual(aProblem(503, 'unavailable'))

  await cut.databaseProxy.reconnect()
  expect((await cut.call('/auth/verify', { method: 'POST', token })).status).toBe(200)
  await cut.stop()
})
