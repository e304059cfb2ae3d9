import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#src/errors'
import { createSendError } from '#src/http/problem'
import { createLog } from '#src/server/log'
import { parseLines, requestLines, sumsOf } from '#test/support/log-lines'
import { call, listen, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
// Each test has a minute of its own.
beforeEach(() => api.requestLog.flush())

/** Returns a function that reads the lines since now. */
function watchLog() {
  const since = api.logged().length
  return () => parseLines(api.logged().slice(since))
}

// @holds asvs 16.3.2, 16.3.3
test('refused requests without a session are summed up for each network after 20 in a minute', async () => {
  const logged = watchLog()
  const ended = await createUser(api.pool)
  const endedToken = api.tokens.sign({ userId: ended.id, version: 7 })
  const user = await createUser(api.pool)
  const token = api.tokens.sign({ userId: user.id, version: 0 })
  const wrong = { email: user.email, password: `not ${password}` }
  for (let time = 0; time < 20; time += 1) {
    await call(`${api.url}/nothing`, { from: `2001:db8::${time}` })
  }
  // Further addresses of the same network, and every kind of refusal that needs no session.
  const from = '2001:db8:0:0:ffff::1'
  await call(`${api.url}/nothing`, { from })
  await call(`${api.url}/`, { from, headers: { host: 'evil.example' } })
  await api.call('/customers', { from })
  await api.call('/customers', { from, token: endedToken })
  for (let time = 0; time < 6; time += 1) await api.call('/auth/login', { from, body: wrong })
  // These get their lines: a call of an account, a page, another network.
  await api.call('/customers/0', { from, token, method: 'DELETE' })
  await call(`${api.url}/livez?page=1`, { from })
  await call(`${api.url}/nothing`, { from: '2001:db8:0:1::1' })
  await vi.waitFor(() => expect(requestLines(logged())).toHaveLength(23), 10_000)
  expect(requestLines(logged()).slice(20)).toEqual([
    expect.stringMatching(/^DELETE \/api\/v1\/customers\/0 4\d\d$/),
    'GET /livez?page=1 200',
    'GET /nothing 404',
  ])
  expect(sumsOf(logged())).toEqual([])
  api.requestLog.flush()
  expect(sumsOf(logged())).toEqual([
    ['10 more refused requests from 2001:db8:0:0::/64', { 400: 1, 401: 7, 404: 1, 429: 1 }],
  ])
})

// @holds asvs 2.4.1
test('the log sums up the pages that one network asks for, and the refusals of many networks', async () => {
  const logged = watchLog()
  const agent = '203.0.113.1'
  for (let time = 0; time < 130; time += 1) {
    await call(`${api.url}/livez?page=${time}`, { from: agent })
    await call(`${api.url}/nothing`, { from: `198.51.${time}.7` })
  }
  const served = () => requestLines(logged()).filter((msg) => msg.endsWith(' 200'))
  const refused = () => requestLines(logged()).filter((msg) => msg.endsWith(' 404'))
  await vi.waitFor(() => expect(served()).toHaveLength(100), 10_000)
  expect(refused()).toHaveLength(100)
  api.requestLog.flush()
  expect(sumsOf(logged())).toEqual([
    ['30 more refused requests from other addresses', { 404: 30 }],
    ['30 more served requests from 203.0.113.1', { 200: 30 }],
  ])
})

// @holds asvs 2.4.1
test('a refusal because of a limit of Stockie has no line besides that of its request', async () => {
  const lines: string[] = []
  const sendError = createSendError(createLog('info', { write: (line) => void lines.push(line) }))
  const failures = [
    new AppError('unavailable', 'Too many people are signing in right now.', { retryAfter: 5 }),
    new AppError('unavailable', 'The database is busy.', { cause: new Error('a lock') }),
  ]
  const server = createServer((...exchange) => sendError(failures.shift(), ...exchange))
  const url = await listen(server)
  expect([(await call(url)).status, (await call(url)).status]).toEqual([503, 503])
  expect(lines).toEqual([expect.stringContaining('The database is busy.')])
  server.closeAllConnections()
  server.close()
})
