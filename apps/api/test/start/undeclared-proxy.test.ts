import { once } from 'node:events'
import net from 'node:net'
import { apiRoot } from '@stockie/contracts'
import { seed } from '@stockie/prisma/seed'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createProxyCheck } from '#src/server/undeclared-proxy'
import { openProgram, type Running, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call, testHosts } from '#test/support/test-api'

const program = openProgram()
let database: TestDatabase
let port: string
let url: string
let stockie: Running

beforeAll(async () => {
  database = await createTestDatabase()
  await withClient(database.url, (client) => seed(client, { profile: 'e2e', timeZone: 'UTC' }))
  const env = await serverEnv(database.url)
  port = env['PORT'] ?? ''
  url = `http://127.0.0.1:${port}`
  stockie = program.start('main', { env })
  await stockie.waitForOutput('blocked@stockie.test')
})
afterAll(async () => {
  stockie.child.kill('SIGTERM')
  await stockie.ended
  await database.drop()
})

const logIn = (headers: Record<string, string>) =>
  call(`${url}${apiRoot}/auth/login`, {
    body: { email: 'owner@stockie.test', password: 'stockie-demo' },
    headers,
  })

// @holds asvs 6.3.2
test('a shop with public passwords answers this machine, but no proxy that the settings do not name', async () => {
  expect((await logIn({})).status).toBe(200)
  for (const [header, value] of [
    ['x-forwarded-for', '192.0.2.7'],
    ['x-forwarded-host', 'shop.example'],
    ['forwarded', 'for=192.0.2.7'],
    ['x-real-ip', '192.0.2.7'],
    ['via', '1.1 proxy'],
  ] as const) {
    const { status, body, headers: received } = await logIn({ [header]: value })
    expect([header, status]).toEqual([header, 403])
    expect(Object(body).detail).toMatch(
      /^A proxy sent this request, and accounts of this shop still have the public password of the demo\. .*npm run users -- password <email>, and set TRUST_PROXY=1\./,
    )
    expect(JSON.stringify(body)).not.toContain('@')
    expect(received.get('x-request-id')).toBeTruthy()
  }
  const page = await call(`${url}/`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
  expect(page.status).toBe(403)
  // The owner reads once which accounts these are.
  await stockie.waitForOutput('blocked@stockie.test. Stockie refuses all requests of the proxy.')
})

// @holds asvs 6.3.2
test('a request of HTTP 1.0, as nginx sends it by default, counts as one of a proxy', async () => {
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.write(`GET /livez HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 403 /)
})

test('the proxy is served once no account has the public password, and the owner is told to declare it @long', async () => {
  await withClient(database.url, (client) =>
    client.query(`update users set password_hash = replace(password_hash, 'Seed', 'Sood')`),
  )
  const served = async () =>
    (await call(`${url}/livez`, { headers: { 'x-forwarded-for': '192.0.2.7' } })).status
  await vi.waitFor(async () => expect(await served()).toBe(200), 10_000)
  await stockie.waitForOutput('A proxy sent a request, but TRUST_PROXY is not set.')
})

/** A check with a database that fails, so that its answer to a proxy is a rejection. */
function createCheck(settings: object) {
  const pool = { query: () => Promise.reject(new Error('The database was asked.')) }
  const env = { ...testHosts, ALLOWED_HOSTS: undefined, PUBLISH: undefined, TRUST_PROXY: 0 }
  return createProxyCheck({ env: { ...env, isSeedChosen: false, ...settings }, pool, warn() {} })
}

test('no request is checked if someone asked for the demo, or if the start has refused it', () => {
  expect(createCheck({ isSeedChosen: true })).toBeUndefined()
  expect(createCheck({ TRUST_PROXY: 1 })).toBeUndefined()
  expect(createCheck({ TRUST_PROXY: 2, BALANCERS: 1 })).toBeUndefined()
  expect(createCheck({ HOST: '0.0.0.0' })).toBeUndefined()
  expect(createCheck({})).toBeTypeOf('function')
})

const caller = '127.0.0.1'

test.each([
  [0, {}, false],
  [0, { 'x-forwarded-for': caller }, true],
  [0, { 'x-forwarded-proto': 'https' }, true],
  // HAProxy itself asks whether the server is ready.
  [1, {}, false],
  [1, { 'x-forwarded-for': caller }, false],
  [1, { 'x-forwarded-for': caller, 'x-forwarded-proto': 'http', 'x-forwarded-host': 'a' }, false],
  [1, { 'x-forwarded-for': `192.0.2.7, ${caller}` }, true],
  [1, { 'x-forwarded-for': caller, via: '1.1 proxy' }, true],
  [1, { 'x-forwarded-for': caller, forwarded: 'for=192.0.2.7' }, true],
  [1, { 'x-forwarded-for': caller, 'x-real-ip': '192.0.2.7' }, true],
  [2, { 'x-forwarded-for': `${caller}, 172.18.0.2` }, false],
  [2, { 'x-forwarded-for': `192.0.2.7, ${caller}, 172.18.0.2` }, true],
  // @holds asvs 6.3.2
])('with BALANCERS=%i, a request with the headers %j is of another proxy: %s', async (...row) => {
  const [balancers, headers, isFromProxy] = row
  const check = createCheck({ BALANCERS: balancers, TRUST_PROXY: balancers })
  const request = { headers, httpVersion: '1.1' } as Parameters<NonNullable<typeof check>>[0]
  const outcome = await Promise.resolve(check?.(request)).then(
    () => 'passed',
    () => 'asked',
  )
  expect(outcome).toBe(isFromProxy ? 'asked' : 'passed')
})

// @holds asvs 6.3.2
test('a request of HTTP 1.0 counts as one of a proxy behind a balancer, which passes the version on', async () => {
  const check = createCheck({ BALANCERS: 1, TRUST_PROXY: 1 })
  const request = { headers: { 'x-forwarded-for': caller }, httpVersion: '1.0' }
  await expect(check?.(request as never)).rejects.toThrow('The database was asked.')
})
