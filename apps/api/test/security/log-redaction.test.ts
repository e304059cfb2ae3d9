import net from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '#src/server/log'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
import { createUser, password, type TestUser } from '#test/support/test-users'

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
  user = await createUser(api.pool)
})
afterAll(() => api.stop())
// Each test has a minute of its own, in which the log has a line for each call.
beforeEach(() => api.requestLog.flush())

/** Parses the log after a length of text. Every line must be JSON. */
function linesSince(length: number) {
  const text = api.logged().slice(length)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => logLine.parse(JSON.parse(line)))
}
const logLine = z.object({
  level: z.int(),
  msg: z.string(),
  account: z.int().optional(),
})

// @holds asvs 14.2.1, 14.2.4, 16.2.1, 16.2.5, 16.3.1, 16.3.2
test('the log contains no password, token or e-mail, but the account id of each call', async () => {
  const since = api.logged().length
  const blockedUser = await createUser(api.pool, 4)
  const login = (given: string, email = user.email) =>
    api.call('/auth/login', { body: { email, password: given } })
  const change = (token: string, currentPassword: string) =>
    api.call('/auth/password', { token, body: { currentPassword, newPassword: 'a new secret' } })
  const { token } = (await login(password)).body as { token: string }
  const blocked = (await login(password, blockedUser.email)).body as { token: string }
  await login('a wrong secret')
  await login('a wrong secret', 'nobody@stockie.test')
  await api.call('/auth/login', { body: `{"password": "a broken secret` })
  await login('x'.repeat(2000))
  await api.call('/auth/verify', { method: 'POST', token })
  await api.call('/customers', { token: blocked.token })
  await change(token, 'an old secret')
  const changed = (await change(token, password)).body as { token: string }
  await api.call('/auth/verify', { method: 'POST', token })
  await api.call('/auth/logout', { method: 'POST', token: changed.token })
  for (let time = 0; time < 5; time++) await login('a wrong secret')
  await api.databaseProxy.disconnect()
  await login('a late secret')
  await api.databaseProxy.reconnect()
  await api.pool.query('alter table users rename column password_hash to hidden_column')
  await login('a mistaken secret', blockedUser.email)
  await api.pool.query('alter table users rename column hidden_column to password_hash')

  const logged = api.logged().slice(since)
  const secrets = [password, 'secret', 'x'.repeat(50), 'Bearer', 'authorization', '@stockie.test']
  const tokenParts = [token, blocked.token, changed.token].flatMap((one) => one.split('.'))
  for (const secret of [...secrets, ...tokenParts.slice(1)]) expect(logged).not.toContain(secret)

  const calls = linesSince(since)
    .filter(({ msg }) => msg.startsWith('POST') || msg.startsWith('GET'))
    .map(({ msg, account }) => [msg.replace('/api/v1', ''), account])
  const wrong = ['POST /auth/login 401', user.id]
  expect(calls).toEqual([
    ['POST /auth/login 200', user.id],
    ['POST /auth/login 200', blockedUser.id],
    wrong,
    ['POST /auth/login 401', undefined],
    ['POST /auth/login 400', undefined],
    ['POST /auth/login 422', undefined],
    ['POST /auth/verify 200', user.id],
    ['GET /customers 403', blockedUser.id],
    ['POST /auth/password 422', user.id],
    ['POST /auth/password 200', user.id],
    ['POST /auth/verify 401', user.id],
    ['POST /auth/logout 204', user.id],
    wrong,
    wrong,
    wrong,
    wrong,
    ['POST /auth/login 429', user.id],
    ['POST /auth/login 503', undefined],
    ['POST /auth/login 500', undefined],
  ])
})

const forged = '\r\n{"level":60,"msg":"forged"}\n\u001b[2J\u009b31m\u2028'

// @holds asvs 1.3.10, 16.2.4, 16.4.1
test('requests cannot forge log lines or send control characters to the terminal of a log reader', async () => {
  const since = api.logged().length
  const token = api.tokens.sign({ userId: (await createUser(api.pool)).id, version: 0 })
  const texts = [encodeURIComponent(forged), '%0d%0a%7B%22msg%22', '%1b[31m', '%C2%9B', '%E2%80%AE']
  for (const text of texts) {
    await api.call(`/customers/${text}`, { token, method: 'DELETE' })
    await api.call(`/sales?startDate=${text}`, { token })
    await call(`${api.url}/${text}?${text}#${text}`)
  }
  await api.call('/customers', { token, body: { name: `Ada ${forged} Lovelace`, email: forged } })
  await api.call('/customers', { token, body: `{"name": ${forged}` })
  const { port } = new URL(api.url)
  // Send the raw characters over TCP. Node refuses most of them before the app sees the request.
  for (const character of ['\u001b', '\u009b', '\u0085', '\t', '\u0000', '\n', '\r']) {
    const named = ['User-Agent', 'X-Request-Id', 'Referer', 'X-Forwarded-For', 'Idempotency-Key']
    const headers = named.map((name) => `${name}: of-ten-${character}letters`)
    for (const address of ['/livez', `/livez${character}`]) {
      const head = [`GET ${address} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close']
      await sendRaw(Number(port), `${head.join('\r\n')}\r\n\r\n`)
    }
  }
  const lines = linesSince(since)
  expect(lines.length).toBeGreaterThan(15)
  expect(
    lines.map(({ msg }) => msg).filter((msg) => !/^(GET|POST|DELETE) \/\S* \d{3}$/.test(msg)),
  ).toEqual([])
  // Only printable ASCII, which no terminal interprets.
  expect(api.logged().slice(since)).toMatch(/^[\n\x20-\x7e]*$/)
})

// @holds asvs 1.3.10
test('the log repeats format specifiers in a path and expands none', async () => {
  const since = api.logged().length
  const path = '/%s%d%i%f%o%O%j%c%%'
  await call(`${api.url}${path}`)
  expect(linesSince(since).map(({ msg }) => msg)).toEqual([`GET ${path} 404`])
})

/** Sends a text and resolves once the server closes the connection. */
function sendRaw(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('close', () => resolve())
    socket.on('error', () => {})
    socket.resume()
  })
}

// @holds asvs 16.2.5
test('the log redacts secrets at any depth of a logged object', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const secrets = { password: 'hidden', token: 'hidden', newPassword: 'hidden' }
  log.info(secrets)
  log.info({ body: secrets })
  log.info({ request: { headers: { authorization: 'hidden', 'set-cookie': 'hidden' } } })
  log.info({ a: { b: { c: { currentPassword: 'hidden' } } } })
  log.error(Object.assign(new Error('a mistake'), { body: '{"password":"hidden"}' }))
  expect(lines).toHaveLength(5)
  expect(lines.join('')).not.toContain('hidden')
  expect(lines.join('')).toContain('a mistake')
})

// @holds asvs 16.2.5
test('the log shows only days, pages and resources of a query string, and masks everything else', async () => {
  const since = api.logged().length
  const { email } = user
  const allowedQuery = 'startDate=2026-11-01&endDate=2026-11-30'
  await call(`${api.url}/customer?q=Lovelace`)
  await api.call(`/auth/login?email=${email}&password=hunter2hunter2&token=eyJabc.d`, { body: {} })
  await api.call(`/sales?${email}&${allowedQuery}&startDate=${email}&startDate=2026-11-01=hunter2`)
  await api.call('/deleted?resource=expense-categories&page=2&pageSize=50')
  await api.call('/deleted?resource=hunter2&page=2026hunter2&hunter2page=2&page=%32&page')
  await api.pool.query('alter table users rename to hidden_users')
  const token = api.tokens.sign({ userId: user.id, version: 0 })
  await api.call('/customers?password=hunter2', { token })
  await api.pool.query('alter table hidden_users rename to users')
  expect(api.logged().slice(since)).not.toMatch(/Lovelace|hunter2|eyJ|@stockie/)
  expect(linesSince(since).map(({ msg }) => msg)).toEqual([
    'GET /customer?* 404',
    'POST /api/v1/auth/login?* 422',
    `GET /api/v1/sales?${allowedQuery}&* 401`,
    'GET /api/v1/deleted?resource=expense-categories&page=2&pageSize=50 401',
    'GET /api/v1/deleted?* 401',
    'The server failed. Try again; if it keeps failing, look into the log.',
    'GET /api/v1/customers?* 500',
  ])
})

// @holds asvs 2.4.1
test('the log truncates a long URL and contains it only once', async () => {
  const since = api.logged().length
  await call(`${api.url}/assets/${'a'.repeat(15_000)}`)
  await api.call(`/sales?${'page=1&'.repeat(1_500)}page=2`)
  const logged = api.logged().slice(since)
  expect(logged.length).toBeLessThan(1_200)
  expect(logged.match(/assets/g)).toHaveLength(1)
  expect(linesSince(since).map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^GET \/assets\/a{192}\.\.\. 404$/),
    expect.stringMatching(/^GET \/api\/v1\/sales\?(page=1&?)+\S{0,8}\.\.\. 401$/),
  ])
})
