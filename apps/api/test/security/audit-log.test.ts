import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { Agent, createServer, request as sendRequest } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#src/errors'
import { createSendError } from '#src/http/problem'
import { createLog } from '#src/server/log'
import { freePort, openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'
import { call, listen, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())
// Each test has windows of its own.
beforeEach(() => {
  api.requestLog.flush()
  api.audit.flush()
})

type Line = Record<string, unknown> & { msg?: string }
const parseLines = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Returns functions that read the lines since now. */
function watchLogs() {
  const [logged, audited] = [api.logged().length, api.audited().length]
  return {
    logged: () => parseLines(api.logged().slice(logged)),
    audited: () => parseLines(api.audited().slice(audited)),
  }
}

const login = (email: string, given = password, from?: string) =>
  api.call('/auth/login', { body: { email, password: given }, ...(from && { from }) })

// @holds asvs 16.2.1, 16.2.5, 16.3.1
test('the audit log records who signed in, signed out and wrote, from where, and no content', async () => {
  const { audited } = watchLogs()
  const from = '203.0.113.9'
  const user = await createUser(api.pool)
  const { token } = (await login(user.email, password, from)).body as { token: string }
  const calls: [path: string, method: string, body?: unknown][] = [
    ['/customers?email=hunter2', 'POST', { name: 'Ada Lovelace', email: 'ada@shop.example' }],
    ['/customers', 'GET'],
    ['/customers', 'POST', { name: '' }],
    ['/auth/verify', 'POST'],
    [`/customers/${shop.customerId}`, 'PUT', { name: 'Ada Fashola' }],
    ['/customers/bulk', 'DELETE', { ids: [shop.customerId] }],
    ['/nothing', 'POST', {}],
  ]
  const answers = []
  for (const [url, method, body] of calls) {
    answers.push((await api.call(url, { token, from, method, body })).status)
  }
  const next = { currentPassword: password, newPassword: 'a better password' }
  const changed = await api.call('/auth/password', { token, from, body: next })
  const renewed = (changed.body as { token: string }).token
  const logout = await api.call('/auth/logout', { token: renewed, from, method: 'POST' })
  expect(answers.map((status) => status < 300)).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    false,
  ])

  const lines = audited()
  expect(lines.map(({ event, method, path, status }) => [event, method, path, status])).toEqual([
    ['sign-in', 'POST', '/api/v1/auth/login', 200],
    ['write', 'POST', '/api/v1/customers', 201],
    ['write', 'PUT', `/api/v1/customers/${shop.customerId}`, 200],
    ['write', 'DELETE', '/api/v1/customers/bulk', answers[5]],
    ['password-change', 'POST', '/api/v1/auth/password', 200],
    ['sign-out', 'POST', '/api/v1/auth/logout', 204],
  ])
  for (const line of lines) expect(line).toMatchObject({ account: user.id, address: from })
  expect(lines.at(-1)).toMatchObject({ id: logout.headers.get('x-request-id') })
  const text = JSON.stringify(lines)
  for (const secret of [
    'Lovelace',
    'Fashola',
    '@',
    password,
    'better',
    'hunter2',
    'eyJ',
    user.name,
  ]) {
    expect(text).not.toContain(secret)
  }
})

// @holds asvs 16.3.1
test('the audit log records a write whose caller disconnected before the answer', async () => {
  const { audited, logged } = watchLogs()
  await withClient(api.databaseUrl, async (client) => {
    await client.query('begin; lock table customers in access exclusive mode')
    const writing = sendRequest(`${api.url}${apiRoot}/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    })
    writing.on('error', () => {})
    writing.end(JSON.stringify({ name: 'Grace Hopper' }))
    const waiting = `select from pg_locks where not granted and relation = 'customers'::regclass`
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), 10_000)
    writing.destroy()
    await vi.waitFor(() => expect(logged()).toHaveLength(1), 10_000)
    expect(audited()).toEqual([])
    await client.query('rollback')
  })
  expect(logged()).toEqual([
    expect.objectContaining({ msg: 'POST /api/v1/customers without an answer' }),
  ])
  await vi.waitFor(() => expect(audited()).toHaveLength(1), 10_000)
  expect(audited()).toEqual([
    expect.objectContaining({ event: 'write', account: shop.user.id, address: '127.0.0.1' }),
  ])
})

// @holds asvs 16.3.1
test('an account gets 20 lines a minute for its writes, and the others are summed up by endpoint', async () => {
  const { audited } = watchLogs()
  const other = await createUser(api.pool)
  const write = (userId: number, name: string) =>
    api.call('/categories', { token: api.tokens.sign({ userId, version: 0 }), body: { name } })
  for (let time = 0; time < 23; time += 1) await write(shop.user.id, `Shelf ${time}`)
  await api.call(`/categories/${shop.categoryId}`, {
    token: shop.token,
    method: 'PUT',
    body: { name: 'Dry goods' },
  })
  await write(other.id, 'Shelf of another')
  // A sign-in has lines of its own, so that writes cannot hide it.
  await login(shop.user.email)
  expect(audited().map(({ event, account }) => [event, account])).toEqual([
    ...Array.from({ length: 20 }, () => ['write', shop.user.id]),
    ['write', other.id],
    ['sign-in', shop.user.id],
  ])
  api.audit.flush()
  expect(audited().at(-1)).toMatchObject({
    event: 'sum',
    account: shop.user.id,
    kinds: { 'POST categories': 3, 'PUT categories/{id}': 1 },
    msg: `4 more writes by ${shop.user.id}`,
  })
})

// @holds asvs 16.3.1, 16.3.3
test('failed sign-ins get five lines an hour for an existing account, and none for unknown e-mails', async () => {
  const { audited } = watchLogs()
  const user = await createUser(api.pool)
  for (let time = 0; time < 9; time += 1)
    await login(user.email, 'a wrong password', `198.51.100.${time}`)
  await login('nobody@stockie.test', 'a wrong password')
  const lines = audited()
  expect(lines.map(({ event, account, address }) => [event, account, address])).toEqual(
    Array.from({ length: 5 }, (_, time) => ['failed-sign-in', user.id, `198.51.100.${time}`]),
  )
  for (let time = 0; time < 6; time += 1) await login(user.email)
  api.audit.flush()
  const sums = audited().filter(({ event }) => event === 'sum')
  expect(sums.map(({ msg, kinds }) => [msg, kinds])).toEqual([
    [`1 more sign-ins, log-outs and new passwords of ${user.id}`, { 'sign-in': 1 }],
    [`4 more failed sign-ins of ${user.id}`, { 401: 4 }],
  ])
})

/** Lines of requests only, as "GET /path 404". */
const requestLines = (lines: Line[]) =>
  lines.flatMap(({ msg = '' }) => (/^[A-Z]+ \//.test(msg) ? [msg] : []))
const sumsOf = (lines: Line[]) =>
  lines.flatMap(({ msg = '', statuses }) => (/^\d+ more/.test(msg) ? [[msg, statuses]] : []))

// @holds asvs 16.3.2, 16.3.3
test('refused requests without a session are summed up for each network after 20 in a minute', async () => {
  const { logged } = watchLogs()
  const ended = await createUser(api.pool)
  const endedToken = api.tokens.sign({ userId: ended.id, version: 7 })
  const user = await createUser(api.pool)
  for (let time = 0; time < 20; time += 1) {
    await call(`${api.url}/nothing`, { from: `2001:db8::${time}` })
  }
  // Further addresses of the same network, and every kind of refusal that needs no session.
  const from = '2001:db8:0:0:ffff::1'
  await call(`${api.url}/nothing`, { from })
  await call(`${api.url}/`, { from, headers: { host: 'evil.example' } })
  await api.call('/customers', { from })
  await api.call('/customers', { from, token: endedToken })
  for (let time = 0; time < 6; time += 1) await login(user.email, 'a wrong password', from)
  // These get their lines: a call of an account, a page, another network.
  await api.call('/customers/0', { from, token: shop.token, method: 'DELETE' })
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
    ['10 more refused requests from 2001:db8:0:0', { 400: 1, 401: 7, 404: 1, 429: 1 }],
  ])
})

// @holds asvs 2.4.1
test('one network cannot push lines out of the log with pages, or many networks with refusals', async () => {
  const { logged } = watchLogs()
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

const program = openProgram()

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-audit-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }))
  return folder
}

async function readAudit(folder: string) {
  const [name = ''] = await readdir(folder)
  const file = path.join(folder, name)
  const text = await readFile(file, 'utf8')
  return { text, lines: parseLines(text), mode: (await stat(file)).mode & 0o777 }
}

// @holds asvs 16.2.3, 16.4.2
test('2,000 refused requests leave few lines in the log, and the audit log as it was', async () => {
  const database = await createTestDatabase({ migrated: false })
  onTestFinished(() => database.drop())
  const AUDIT_FOLDER = path.join(await makeFolder(), 'audit')
  const [OWNER_EMAIL, OWNER_PASSWORD] = ['nora@shop.example', 'a good password']
  const settings = { AUDIT_FOLDER, OWNER_EMAIL, OWNER_PASSWORD }
  const env = { ...(await serverEnv(database.url)), ...settings }
  const server = program.start('main', { env })
  await server.waitForOutput('Stockie is at')
  const root = `http://127.0.0.1:${env.PORT}`
  const body = { email: OWNER_EMAIL, password: OWNER_PASSWORD }
  const { token } = (await call(`${root}/api/v1/auth/login`, { body })).body as { token: string }
  await call(`${root}/api/v1/categories`, { token, body: { name: 'Tools' } })
  const before = await readAudit(AUDIT_FOLDER)
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  await Promise.all(Array.from({ length: 2_000 }, () => refuse(`${root}/api/v1/customers`, agent)))
  agent.destroy()
  expect(await readAudit(AUDIT_FOLDER)).toEqual(before)
  expect(before.lines.map(({ event, path: called }) => [event, called])).toEqual([
    ['sign-in', '/api/v1/auth/login'],
    ['write', '/api/v1/categories'],
  ])
  expect(before.text).not.toMatch(/nora|Tools|good/)
  if (process.platform !== 'win32') expect(before.mode).toBe(0o600)

  server.child.kill('SIGTERM')
  const { code, stdout } = await server.ended
  expect(code).toBe(0)
  const log = parseLines(stdout.slice(stdout.indexOf('{"level"')))
  const started = log.find(({ msg }) => msg === 'Stockie has started.')
  expect(started).toMatchObject({ audit: AUDIT_FOLDER })
  const refusals = requestLines(log).filter((msg) => msg.endsWith(' 401')).length
  const sums = sumsOf(log).map(([msg]) => Number.parseInt(String(msg), 10))
  // The requests may take longer than a minute, and then they begin another one.
  expect(refusals + sums.reduce((sum, count) => sum + count, 0)).toBe(2_000)
  expect(refusals).toBeLessThanOrEqual(20 * (sums.length + 1))
  expect(sums.length).toBeGreaterThan(0)
})

/** Sends a request without a token, and waits for its refusal. */
function refuse(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(url, { agent }, (response) => response.resume().on('end', resolve))
    sent.on('error', reject).end()
  })
}

// @holds asvs 16.2.3
test('with the embedded database the audit log is in STOCKIE_HOME', async () => {
  const STOCKIE_HOME = await makeFolder()
  const port = String(await freePort())
  const server = program.start('main', { env: { STOCKIE_HOME, STOCKIE_SEED: 'e2e', PORT: port } })
  await server.waitForOutput('blocked@stockie.test')
  const body = { email: 'owner@stockie.test', password: 'stockie-demo' }
  await call(`http://127.0.0.1:${port}/api/v1/auth/login`, { body })
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  const { lines } = await readAudit(path.join(STOCKIE_HOME, 'audit'))
  expect(lines).toEqual([expect.objectContaining({ event: 'sign-in' })])
})

test('the start refuses an AUDIT_FOLDER that it cannot write, in one sentence', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = { ...(await serverEnv(database.url)), AUDIT_FOLDER: '/dev/null/audit' }
  const { code, stderr } = await program.run('main', { env })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^\S+, the folder of the audit log, cannot be written \(\w+\): .*\n$/)
})
