import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, request as sendRequest } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort, openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'
import { parseLines, requestLines, sumsOf } from '#test/support/log-lines'
import { call, startTestApi, type TestApi } from '#test/support/test-api'
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
beforeEach(() => api.audit.flush())

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
  expect(lines.map((line) => [line.event, line.method, line.path, line.status])).toEqual([
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
test('failed sign-ins get five lines an hour for an existing account, and none for unknown e-mails @long', async () => {
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
  return { text, lines: parseLines(text) }
}

// @holds asvs 16.2.3, 16.4.2
test('2,000 refused requests leave few lines in the log, and every line of the audit log @long', async () => {
  const database = await createTestDatabase({ migrated: false })
  onTestFinished(() => database.drop())
  const AUDIT_FOLDER = path.join(await makeFolder(), 'audit')
  const [OWNER_EMAIL, OWNER_PASSWORD] = ['nora@shop.example', 'a good password']
  const env = await serverEnv(database.url)
  const settings = { AUDIT_FOLDER, OWNER_EMAIL, OWNER_PASSWORD }
  const server = program.start('main', { env: { ...env, ...settings } })
  await server.waitForOutput('Stockie is at')
  const root = `http://127.0.0.1:${env.PORT}`
  const body = { email: OWNER_EMAIL, password: OWNER_PASSWORD }
  const { token } = (await call(`${root}/api/v1/auth/login`, { body })).body as { token: string }
  for (let time = 0; time < 22; time += 1) {
    await call(`${root}/api/v1/categories`, { token, body: { name: `Tools ${time}` } })
  }
  const before = await readAudit(AUDIT_FOLDER)
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  await Promise.all(Array.from({ length: 2_000 }, () => refuse(`${root}/api/v1/customers`, agent)))
  agent.destroy()
  expect(before.lines.map(({ event }) => event)).toEqual(['sign-in', ...Array(20).fill('write')])
  expect(before.text).not.toMatch(/nora|Tools|good/)

  server.child.kill('SIGTERM')
  const { code, stdout } = await server.ended
  expect(code).toBe(0)
  const after = await readAudit(AUDIT_FOLDER)
  expect(after.lines).toEqual([
    ...before.lines,
    expect.objectContaining({ event: 'sum', kinds: { 'POST categories': 2 } }),
  ])
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
test('with the embedded database the audit log is in STOCKIE_HOME @long', async () => {
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
