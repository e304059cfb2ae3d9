import http from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const cacheControl = ({ headers }: Answer) => headers.get('cache-control')

// @holds asvs 14.2.2, 14.3.2
test('a read is answered with no-store, also when the answer is 304', async () => {
  const { id } = await createUser(api.pool)
  const token = api.tokens.sign({ userId: id, version: 0 })
  const read = await api.call('/customers', { token })
  expect([read.status, cacheControl(read)]).toEqual([200, 'no-store'])
  const headers = { 'if-none-match': String(read.headers.get('etag')) }
  const known = await api.call('/customers', { token, headers })
  expect([known.status, cacheControl(known)]).toEqual([304, 'no-store'])
  expect(cacheControl(await api.call('/openapi.json'))).toBe('no-store')
})

// @holds asvs 14.2.2
test('tokens and error responses are answered with no-store', async () => {
  const { email } = await createUser(api.pool)
  const login = await api.call('/auth/login', { body: { email, password } })
  expect(login.status).toBe(200)
  expect(cacheControl(login)).toBe('no-store')
  expect(cacheControl(await api.call('/auth/login', { body: {} }))).toBe('no-store')
  expect(cacheControl(await api.call('/nothing'))).toBe('no-store')
})

/** Sends the request target unchanged: fetch would normalize it. */
async function post(path: string, body: object) {
  const { hostname, port } = new URL(api.url)
  const headers = { 'content-type': 'application/json' }
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request({ hostname, port, method: 'POST', path, headers }, resolve)
    request.on('error', reject).end(JSON.stringify(body))
  })
  const policy = String(answer.headers['content-security-policy'])
  return {
    status: answer.statusCode,
    hasToken: (await readText(answer)).includes('"token"'),
    cacheControl: answer.headers['cache-control'],
    policy: policy.startsWith("default-src 'none'") ? 'API' : 'page',
  }
}

const address = '/api/v1/auth/login'
const loginTargets = [
  address,
  '/api/v1/AUTH/Login/',
  `${address}?a=\\`,
  `${address}#top`,
  `http://shop.example${address}`,
  `HTTPS://me@[::1]:443${address}?#`,
]
const malformedTargets = [
  `ftp://x${address}`,
  `x://y${address}`,
  `http://${address}`,
  'http://x/api\\v1/auth/login',
  '/api\\v1/auth/login#',
  '/api/v1\\auth/login',
  '/api/v1/auth\\login?a',
  `/\\x${address}`,
  `/${address}`,
  `//x${address}`,
  `http://x/${address}`,
  '*',
]
const unknownTargets = [
  '/api/v1',
  '/api/v1?a',
  '/api/v1//auth/login',
  '/api/v1/./auth/login',
  '/api/v1/auth%2flogin',
  '/api/v1/auth/%6cogin',
  `${address}//`,
  `${address};a`,
  `${address}%3fa`,
  `${address}%23`,
]
const pageTargets = [
  'http://shop.example',
  `http://shop.example?a=${address}`,
  '/API/v1/auth/login',
  `/.${address}`,
  `/x/..${address}`,
  `/..%2f${address.slice(1)}`,
  `/..%5c${address.slice(1)}`,
  '/%61pi/v1/auth/login',
  '/api%2fv1/auth/login',
]

// @holds asvs 1.1.1, 14.2.2
test('routing, headers and the log agree on every spelling of a request target', async () => {
  const since = api.logged().length
  const { email } = await createUser(api.pool)
  const table: [targets: string[], status: number, policy: string][] = [
    [loginTargets, 200, 'API'],
    [malformedTargets, 400, 'API'],
    [unknownTargets, 404, 'API'],
    [pageTargets, 404, 'page'],
  ]
  for (const [targets, status, policy] of table) {
    for (const target of targets) {
      const answer = await post(target, { email, password })
      const expected = { status, hasToken: status === 200, cacheControl: 'no-store', policy }
      expect([target, answer]).toEqual([target, expected])
    }
  }
  const lines = () => [
    ...api
      .logged()
      .slice(since)
      .matchAll(/"msg":"POST (\S+) (\d+)"/g),
  ]
  const loggedAs = (pattern: RegExp) => lines().filter(([, url = '']) => pattern.test(url))
  await vi.waitFor(
    () => expect(loggedAs(/^unreadable$/)).toHaveLength(malformedTargets.length),
    10_000,
  )
  const served = loggedAs(/^\/api\/v1\/auth\/login\/?(\?.*)?$/i)
  expect(served.filter(([, , status]) => status === '200')).toHaveLength(loginTargets.length)
})
