import { once } from 'node:events'
import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { apiRoot } from '@stockie/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createNetworkCounter } from '#src/http/network-limits'
import { createLimitedServer } from '#src/server/connections'
import {
  call,
  createServerWithLimits,
  listen,
  startTestApi,
  type TestApi,
} from '#test/support/test-api'

const openMany = (add: (address: string) => boolean, addressOf: (n: number) => string) => {
  let accepted = 0
  for (let n = 0; n < 2_000; n += 1) if (add(addressOf(n))) accepted += 1
  return accepted
}

// @holds asvs 15.2.2
test('an IPv4 address and an IPv6 /64 may open 500 connections, and a /48 may open 1,000', () => {
  const { add, remove } = createNetworkCounter()
  expect(openMany(add, () => '192.0.2.7')).toBe(500)
  expect(openMany(add, () => '::ffff:192.0.2.7')).toBe(0)
  expect(openMany(add, () => '192.0.2.8')).toBe(500)
  // One machine has all addresses of its /64, and may have all networks of its /48.
  expect(openMany(add, (n) => `2001:db8:1:1::${n.toString(16)}`)).toBe(500)
  expect(openMany(add, (n) => `2001:db8:1:${(n + 2).toString(16)}::1`)).toBe(500)
  expect(openMany(add, () => '2001:db8:2::1')).toBe(500)
  expect(openMany(add, () => '127.0.0.1')).toBe(2_000)

  remove('2001:db8:1:1::ffff')
  expect(openMany(add, (n) => `2001:db8:1:${n.toString(16)}::1`)).toBe(1)
  remove('::ffff:192.0.2.7')
  expect(openMany(add, () => '192.0.2.7')).toBe(1)
})

/** An address of this machine that other machines see, so that its connections are counted. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

async function serve(options: Parameters<typeof createLimitedServer>[0]): Promise<Server> {
  const server = createLimitedServer(options)
  server.on('request', (_request, response) => response.end())
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  closeLater(server)
  return server
}

function closeLater(server: Server): void {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function connect(server: Server, host: string): Promise<Socket> {
  const socket = net.connect(portOf(server), host).resume()
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Connects and sends a request. Returns whether it is answered. */
async function isAnswered(server: Server, host: string): Promise<boolean> {
  const socket = await connect(server, host)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
}

/** 100 at a time, because the system limits the backlog of pending connections. */
async function fill(server: Server, host: string, count = 500): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const length = Math.min(100, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length }, () => connect(server, host)))))
  }
  return sockets
}

test.skipIf(!outside)(
  'a network with too many connections gets no more, and this machine still gets an answer',
  async () => {
    const server = await serve({})
    const [first] = await fill(server, outside ?? '')
    expect(await isAnswered(server, outside ?? '')).toBe(false)
    expect(await isAnswered(server, '127.0.0.1')).toBe(true)
    first?.destroy()
    await vi.waitFor(async () => expect(await isAnswered(server, outside ?? '')).toBe(true), 10_000)
  },
)

test.skipIf(!outside)(
  'a smaller server gives an eighth of its connections to a network',
  async () => {
    const server = await serve({ maxConnections: 80 })
    await fill(server, outside ?? '', 10)
    expect(await isAnswered(server, outside ?? '')).toBe(false)
  },
)

test.each([
  ['this machine', 0, '127.0.0.1'],
  ['a trusted proxy', 1, outside ?? '127.0.0.1'],
])('%s may open more connections than one network', async (_who, trustedProxies, host) => {
  const server = await serve({ trustedProxies })
  await fill(server, host)
  expect(await isAnswered(server, host)).toBe(true)
})

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.stop())

const signInFrom = (address: string) =>
  [
    `POST ${apiRoot}/auth/login HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Content-Length: 50',
    // Answered as soon as the request is accepted.
    'Expect: 100-continue',
    '\r\n',
  ].join('\r\n')

/** Begins 500 sign-ins whose bodies never arrive. Returns their connections once all of them are in flight. */
async function beginSignIns(server: Server, address: string): Promise<Socket[]> {
  const sockets = await fill(server, '127.0.0.1')
  const accepted = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(signInFrom(address))
  await Promise.all(accepted)
  return sockets
}

// @holds asvs 15.2.2
test('behind a proxy, a network with 500 requests in flight gets 429, and others are served', async () => {
  // A refused request that stayed this long would fail the test.
  const server = createServerWithLimits(api, { trustedProxies: 1, lingerMs: 600_000 })
  const url = await listen(server)
  closeLater(server)
  const statusFor = async (from: string) => (await call(`${url}/livez`, { from })).status
  const network = '2001:db8:1:1'
  const [first] = await beginSignIns(server, `${network}::1`)

  const refused = await call(`${url}/livez`, { from: `${network}::2` })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(refused.body).toMatchObject({
    detail: expect.stringMatching(/^Your network has too many/),
  })
  // Addresses that the caller itself claims do not count.
  expect(await statusFor(`203.0.113.9, ${network}::3`)).toBe(429)
  for (const from of ['203.0.113.9', '2001:db8:1:2::1', '127.0.0.1']) {
    expect([from, await statusFor(from)]).toEqual([from, 200])
  }
  // It gives back the connection of the proxy at once, without waiting for its body.
  const refusedSignIn = await connect(server, '127.0.0.1')
  refusedSignIn.write(signInFrom(`${network}::4`))
  await once(refusedSignIn, 'close')

  first?.destroy()
  await vi.waitFor(async () => expect(await statusFor(`${network}::5`)).toBe(200), 10_000)
})
