import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '#src/server/log'
import { call, startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

// @holds decision 11.6, asvs 16.2.1, 16.3.3
test('every answer carries a request id that its log line repeats', async () => {
  const answer = await api.call('/nothing')
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  // The line is written after the answer, so the client may be faster.
  await vi.waitFor(() => expect(api.logged()).toContain(id), 10_000)
  expect((await api.call('/nothing')).headers.get('x-request-id')).not.toBe(id)
  expect((await call(`${api.url}/livez`)).headers.get('x-request-id')).toBeTruthy()
})

test.each([
  ['valid', 'req-1234.abc_DEF', true],
  ['too short', 'short', false],
  ['too long', 'x'.repeat(101), false],
  ['with a blank', 'two words', false],
  ['with markup', '<script>alert(1)</script>', false],
])('an incoming request id is kept only if it is valid (%s): %s', async (_what, given, kept) => {
  const answer = await api.call('/nothing', { headers: { 'x-request-id': given } })
  expect(answer.headers.get('x-request-id') === given).toBe(kept)
})

// @holds asvs 16.2.1
test('without a trusted proxy an incoming request id is replaced, because any client could send it', async () => {
  const open = await startSecondApi(api, { trustedProxies: 0 })
  const headers = { 'x-request-id': 'req-1234.abc_DEF' }
  const answer = await open.call('/nothing', { headers })
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  await open.stop()
})

// @holds asvs 16.3.1
test('only the health checks are logged at debug level, and only if they succeed', async () => {
  const since = api.logged().length
  const urls: [method: string, path: string, headers?: Record<string, string>][] = [
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', '/readyz?exclude=database'],
    ['POST', '/livez'],
    ['DELETE', '/readyz'],
    ['GET', '/readyz?x'],
    ['GET', '/livez?page=1'],
    ['GET', '/readyz?exclude=schema'],
    ['GET', '/livez/'],
    ['GET', '/Livez'],
    ['GET', '/livez', { host: 'evil.example' }],
  ]
  for (const [method, path, headers = {}] of urls) await call(api.url + path, { method, headers })
  const lines = () =>
    api
      .logged()
      .slice(since)
      .split('\n')
      .filter(Boolean)
      .map((line) => leveledLine.parse(JSON.parse(line)))
  const [debug, info] = [20, 30]
  await vi.waitFor(
    () =>
      expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
        [debug, 'GET /livez 200'],
        [debug, 'GET /readyz 200'],
        [debug, 'GET /readyz?exclude=database 200'],
        [info, 'POST /livez 404'],
        [info, 'DELETE /readyz 404'],
        [info, 'GET /readyz?* 200'],
        [info, 'GET /livez?page=1 200'],
        [info, 'GET /readyz?* 200'],
        [info, 'GET /livez/ 200'],
        [info, 'GET /Livez 200'],
        [info, 'GET /livez 400'],
      ]),
    10_000,
  )
})

const leveledLine = z.object({ level: z.int(), msg: z.string() })

const logLine = z.object({ req: z.object({ remoteAddress: z.string() }) })

// @holds asvs 15.3.4
test('a log line has the address that the proxy added instead of one that the client claimed', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const behind = await startSecondApi(api, { log })
  const open = await startSecondApi(api, { log, trustedProxies: 0 })
  const claims = [
    '198.51.100.7, 203.0.113.9',
    '2001:db8::7',
    'not-an-address',
    '203.0.113.9, unknown',
    '203.0.113.9:443',
    ',',
  ]
  for (const from of claims) await behind.call('/nothing', { from })
  await open.call('/nothing', { from: '203.0.113.9' })
  const addresses = () => lines.map((line) => logLine.parse(JSON.parse(line)).req.remoteAddress)
  const socketAddress = '127.0.0.1'
  const withoutAddress = claims.slice(2).map(() => socketAddress)
  const expected = ['203.0.113.9', '2001:db8::7', ...withoutAddress, socketAddress]
  await vi.waitFor(() => expect(addresses()).toEqual(expected), 10_000)
  await behind.stop()
  await open.stop()
})
