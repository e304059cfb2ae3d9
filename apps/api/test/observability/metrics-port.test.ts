import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  openProgram,
  freePort,
  listeningPorts,
  type Running,
  serverEnv,
} from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/test-api'

const program = openProgram()
let database: TestDatabase
let env: Record<string, string>
let stockie: Running

beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    ...(await serverEnv(database.url)),
    METRICS_PORT: String(await freePort()),
    ALLOWED_HOSTS: 'shop.example',
    SITE_ADDRESS: 'till.example',
  }
  stockie = program.start('main', { env })
  await stockie.waitForOutput('Stockie is at')
})
afterAll(async () => {
  stockie.child.kill('SIGKILL')
  await stockie.ended
  await database.drop()
})

const api = (path: string, options?: Parameters<typeof call>[1]) =>
  call(`http://127.0.0.1:${env['PORT']}${path}`, options)
const scrape = (path = '/metrics', options?: Parameters<typeof call>[1]) =>
  call(`http://127.0.0.1:${env['METRICS_PORT']}${path}`, options)

// @holds asvs 13.4.5
test('the metrics port serves only /metrics, and the API port does not serve it', async () => {
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/', 'GET'],
    ['/livez', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics', 'HEAD'],
  ] as const) {
    const { status, headers, text } = await scrape(path, { method })
    expect([path, method, status, text]).toEqual([path, method, 404, ''])
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await api('/metrics')).text).not.toContain('stockie_')
})

// @holds asvs 13.4.5
test('the metrics port and the API port answer only to IP addresses, localhost and configured names', async () => {
  for (const [host, status] of [
    ['127.0.0.1:9464', 200],
    ['localhost', 200],
    ['shop.example', 200],
    ['till.example:443', 200],
    ['evil.example', 400],
    ['evil.example:9464', 400],
  ] as const) {
    const headers = { host }
    const answers = [await scrape('/metrics', { headers }), await api('/livez', { headers })]
    expect([host, ...answers.map((answer) => answer.status)]).toEqual([host, status, status])
    if (status === 200) continue
    for (const answer of answers) {
      expect(answer.body).toMatchObject({ detail: expect.stringContaining('ALLOWED_HOSTS') })
      expect(answer.headers.get('content-security-policy')).toBeTruthy()
    }
  }
  await stockie.waitForOutput('"msg":"GET /metrics 400"')
  await stockie.waitForOutput('"msg":"GET /livez 400"')
})

// @holds asvs 16.3.1
test('every request to the metrics port has a line in the log, also one that cannot be read', async () => {
  expect((await scrape('/metrics?x=stockie-demo')).status).toBe(200)
  await stockie.waitForOutput('"msg":"GET /metrics?* 200"')
  expect((await scrape('/nothing')).status).toBe(404)
  await stockie.waitForOutput('"msg":"GET /nothing 404"')
  const socket = net.connect(Number(env['METRICS_PORT']), '127.0.0.1')
  socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\nwrong\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  await stockie.waitForOutput('"msg":"- unreadable 400"')
  // HTTP/1.1 without a Host header.
  const nameless = net.connect(Number(env['METRICS_PORT']), '127.0.0.1')
  nameless.write('GET /metrics?nameless HTTP/1.1\r\n\r\n')
  expect(String((await once(nameless, 'data'))[0])).toContain('must have a Host header')
})

// @holds asvs 15.2.2
test('the metrics port accepts 80 connections, and closes further ones', async () => {
  const connect = async () => {
    const socket = net.connect(Number(env['METRICS_PORT']), '127.0.0.1').resume()
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 80 }, connect))
  const one = (socket?: net.Socket) => socket && once(socket, 'close').then(() => socket)
  const last = await connect()
  // Without the limit, the older one would be the first to time out.
  expect(await Promise.race([one(sockets[0]), one(last)])).toBe(last)
})

test('the program explains a metrics port that is taken or equals PORT, and a foreign METRICS_HOST @long', async () => {
  const own = await serverEnv(database.url)
  const { METRICS_PORT = '' } = env
  // The port is checked before this database is used.
  const nowhere = 'postgresql://x@127.0.0.1:1/x'
  const taken = await program.run('main', {
    env: { ...own, METRICS_PORT, DATABASE_URL: nowhere },
  })
  expect(taken.code).toBe(1)
  const next = Number(METRICS_PORT) + 1
  expect(taken.stderr).toBe(
    `Port ${METRICS_PORT} is taken: stop the program that uses it, or choose another, such as METRICS_PORT=${next}.\n`,
  )
  const both = await program.run('main', { env: { ...own, METRICS_PORT: own['PORT'] ?? '' } })
  expect([both.code, both.stderr]).toEqual([1, 'METRICS_PORT must differ from PORT.\n'])
  const foreign = { ...own, METRICS_PORT: String(await freePort()), METRICS_HOST: '192.0.2.1' }
  const { stderr } = await program.run('main', { env: foreign })
  expect(stderr).toContain('METRICS_HOST=192.0.2.1 is not an address of this machine')
})

test.runIf(process.platform === 'linux')(
  'the program listens on one port without METRICS_PORT, and on two with it @long',
  async () => {
    const { METRICS_PORT: _port, ...rest } = env
    const own = { ...rest, PORT: String(await freePort()), METRICS_HOST: '0.0.0.0' }
    const plain = program.start('main', { env: own })
    await plain.waitForOutput('Stockie is at')
    expect(await listeningPorts(plain.child.pid)).toEqual([Number(own.PORT)])
    plain.child.kill('SIGTERM')
    expect((await plain.ended).code).toBe(0)

    const both = [Number(env['PORT']), Number(env['METRICS_PORT'])]
    expect(await listeningPorts(stockie.child.pid)).toEqual(both.toSorted((a, b) => a - b))
  },
)
