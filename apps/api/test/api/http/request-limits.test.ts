import { once } from 'node:events'
import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { importLimits, logoLimits } from '@stockie/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asRead } from '#src/database/pool/deadline-pool'
import { documentKinds } from '#test/support/document-kinds'
import {
  call,
  createServerWithLimits,
  listen,
  startTestApi,
  type TestApi,
} from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createUser, password } from '#test/support/test-users'

let api: TestApi
let server: Server
let url: string
let token: string
const sockets: Socket[] = []

beforeAll(async () => {
  api = await startTestApi()
  const { id: userId } = await createUser(api.pool)
  token = api.tokens.sign({ userId, version: 0 })
})
afterAll(() => api.stop())

beforeEach(async () => {
  server = createServerWithLimits(api, { checkMs: 20, lingerMs: 200 })
  url = await listen(server)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function connect(): Promise<Socket> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Waits for the end of a connection, also if the system resets it because of unread data. */
const waitForClose = (socket: Socket) =>
  new Promise((resolve) => socket.resume().once('close', resolve))

const json = 'Content-Type: application/json'
const megabytes = 1024 * 1024
const alive = async () => (await call(`${url}/livez`)).status

/** Routes in Express and in front of it, signed in or not. */
const uploads: [path: string, signedIn: boolean, status: number][] = [
  ['/auth/login', false, 413],
  ['/products', true, 413],
  ['/products', false, 401],
  ['/sales', true, 413],
  ['/sales', false, 401],
  ['/nothing', true, 404],
]

const headOf = (path: string, signedIn: boolean, length: string) =>
  [
    `POST /api/v1${path} HTTP/1.1`,
    'Host: localhost',
    json,
    ...(signedIn ? [`Authorization: Bearer ${token}`] : []),
    length,
    '\r\n',
  ].join('\r\n')

/** Sends a body without end until the server closes the connection, and returns the answer. */
async function sendEndlessBody(head: string, first: number): Promise<string> {
  const isChunked = head.includes('chunked')
  const toPart = (text: string) => (isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
  const socket = await connect()
  const answer = once(socket, 'data').then(([data]) => String(data))
  socket.write(head)
  if (first > 0) socket.write(toPart('x'.repeat(first)))
  const text = await answer
  const more = setInterval(() => socket.write(toPart('x')), 20)
  await waitForClose(socket)
  clearInterval(more)
  return text
}

test.each(uploads)(
  '20 MB to %s (signed in: %s) are rejected before they arrive, without waiting for the rest',
  async (path, signedIn, status) => {
    for (const length of [`Content-Length: ${20 * megabytes}`, 'Transfer-Encoding: chunked']) {
      const answer = await sendEndlessBody(headOf(path, signedIn, length), 700_000)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
    expect(await alive()).toBe(200)
  },
)

test.each([
  ['POST', '/imports?resource=customers', 'application/octet-stream', importLimits.bytes],
  ['PUT', '/shop/logo', 'image/png', logoLimits.bytes],
])(
  'a file above the limit of %s %s is answered 413 without waiting for the rest @long',
  async (method, path, type, limit) => {
    // Only the limit of late bodies may close the connection.
    server.keepAliveTimeout = 0
    const toHead = (length: string) =>
      headOf(path, true, length).replace('POST', method).replace(json, `Content-Type: ${type}`)
    const stated = await sendEndlessBody(toHead(`Content-Length: ${limit + 1}`), 0)
    expect(stated).toMatch(/^HTTP\/1.1 413 /)
    const counted = await sendEndlessBody(toHead('Transfer-Encoding: chunked'), limit + 1)
    expect(counted).toMatch(/^HTTP\/1.1 413 /)
    expect(await alive()).toBe(200)
  },
)

test.each([
  ['/customers', 500_000, 401],
  ['/customers/restore', 500_000, 401],
  ['/sales', 500_000, 401],
  ['/sales/restore', 500_000, 401],
  ['/auth/password', 500_000, 401],
  ['/auth/login', 9_000, 413],
])(
  // @holds asvs 2.4.1
  'a request without a token to %s is answered before its body arrives',
  async (path, length, status) => {
    const socket = await connect()
    socket.write(headOf(path, false, `Content-Length: ${length}`))
    expect(String((await once(socket, 'data'))[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)
test.each(['/customers', '/sales'])(
  // @holds asvs 9.2.1
  'a session that ends while the body to %s arrives is rejected',
  async (path) => {
    const { id: userId } = await createUser(api.pool)
    const ending = api.tokens.sign({ userId, version: 0 })
    const socket = await connect()
    const head = headOf(path, true, 'Content-Length: 2').replace(token, ending)
    socket.write(`${head}{`)
    await api.call('/auth/logout', { method: 'POST', token: ending })
    socket.write('}')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 401 /)
  },
)

test('the longest e-mail and password fit into the body limit, also with every character escaped', async () => {
  const escaped = (text: string) =>
    text.replaceAll(/./g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
  const email = escaped(`${'a'.repeat(254 - 13)}@stockie.test`)
  const body = `{"email":"${email}","password":"${escaped('a'.repeat(1000))}"}`
  expect((await call(`${url}/api/v1/auth/login`, { body })).status).toBe(401)
})

test('a client that sends all of 20 MB gets the answer instead of a broken connection', async () => {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(20 * megabytes),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ detail: 'The body is too large.' })
})

test.each([
  ['a head', () => 'GET /livez HTTP/1.1\r\nHost: '],
  ['a body', () => headOf('/auth/login', false, 'Content-Length: 50')],
])('%s that arrives one byte at a time is answered 408 and cut off', async (_what, start) => {
  server.headersTimeout = 300
  server.requestTimeout = 400
  const socket = await connect()
  socket.write(start())
  const drip = setInterval(() => socket.write('x'), 50)
  const [data] = await Promise.all([once(socket, 'data'), waitForClose(socket)])
  clearInterval(drip)
  expect(String(data)).toMatch(/^HTTP\/1.1 408 .*\r\nx-request-id: /is)
  expect(await alive()).toBe(200)
})

test('a connection without a request is closed and not logged', async () => {
  server.headersTimeout = 300
  const since = api.logged().length
  await waitForClose(await connect())
  expect(api.logged().slice(since)).toBe('')
})

test('the database deadline of a slow upload starts when its body is complete @long', async () => {
  const shop = await openTestShop(api)
  const contact = { name: 'Ben', email: 'ben@stockie.test', phone: '1', address: '2 Quay Street' }
  const { email } = await createUser(api.pool)
  const requests: [path: string, body: object, status: number][] = [
    ['/auth/login', { email, password }, 200],
    ['/auth/login', { email, password: 'not the password' }, 401],
    ['/customers', contact, 201],
    ['/customers/restore', { ids: [shop.customerId] }, 200],
    ...documentKinds.map((kind): [string, object, number] => [
      `/${kind.path}`,
      kind.body(shop, [{ productId: shop.products[0] }]),
      201,
    ]),
  ]
  const sending = await Promise.all(
    requests.map(async ([path, body]) => {
      const text = JSON.stringify(body)
      const socket = await connect()
      const answer = once(socket, 'data').then(([data]) => String(data))
      socket.write(headOf(path, true, `Content-Length: ${Buffer.byteLength(text)}`))
      socket.write(text.slice(0, 9))
      return { answer, sendRest: () => socket.write(text.slice(9)) }
    }),
  )
  // Longer than any request may wait for the database.
  await wait(2_500)
  const clients = await Promise.all(
    Array.from({ length: 10 }, () => asRead(() => api.pool.connect())),
  )
  for (const { sendRest } of sending) sendRest()
  // One connection looks up the callers of both log-ins.
  await vi.waitFor(() => expect(api.pool.waitingCount).toBe(requests.length - 1), 10_000)
  // Destroys the connections, as if the pool had been idle for long.
  for (const client of clients) client.release(true)
  const answers = await Promise.all(sending.map(({ answer }) => answer))
  expect(answers.map((answer) => Number(answer.slice(9, 12)))).toEqual(
    requests.map(([, , status]) => status),
  )
})

test.each([
  ['one long header', `X-Long: ${'x'.repeat(20_000)}`],
  ['3,000 headers', Array.from({ length: 3_000 }, (_, n) => `X-${n}: x`).join('\r\n')],
])('a request with %s is answered 431', async (_what, headers) => {
  const socket = await connect()
  const answer = once(socket, 'data')
  socket.write(`GET /livez HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`)
  expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 431 /)
  expect(await alive()).toBe(200)
})

// @holds asvs 1.4.3, 2.4.1, 15.2.2
test('2,000 idle connections do not block requests, and a connection over the limit is closed @long', async () => {
  // 100 at a time, because the system limits the backlog of pending connections.
  for (let n = 0; n < 20; n += 1) await Promise.all(Array.from({ length: 100 }, connect))
  expect((await call(`${url}/api/v1/auth/verify`, { method: 'POST', token })).status).toBe(200)
  expect(server.maxConnections).toBeGreaterThan(2_000)
  server.maxConnections = 1_000
  const more = net.connect(Number(new URL(url).port), '127.0.0.1').resume()
  await once(more, 'close')
  for (const socket of sockets.splice(0)) socket.destroy()
  await vi.waitFor(async () => expect(await alive()).toBe(200), 10_000)
})
