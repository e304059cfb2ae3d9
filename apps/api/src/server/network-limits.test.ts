import { once } from 'node:events'
import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLimitedServer } from './connections'
import { createNetworkCounter } from './network-limits'

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

  remove('2001:db8:1:1::ffff')
  expect(openMany(add, (n) => `2001:db8:1:${n.toString(16)}::1`)).toBe(1)
  remove('::ffff:192.0.2.7')
  expect(openMany(add, () => '192.0.2.7')).toBe(1)
})

/** An address of this machine that other machines see, so that its connections are counted. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

async function serve(trustedProxies: number): Promise<Server> {
  const server = createLimitedServer({ trustedProxies })
  server.on('request', (_request, response) => response.end())
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
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
async function fill(server: Server, host: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let n = 0; n < 5; n += 1) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => connect(server, host)))))
  }
  return sockets
}

test.skipIf(!outside)(
  'a network with too many connections gets no more, and this machine still gets an answer',
  async () => {
    const server = await serve(0)
    const [first] = await fill(server, outside ?? '')
    expect(await isAnswered(server, outside ?? '')).toBe(false)
    expect(await isAnswered(server, '127.0.0.1')).toBe(true)
    first?.destroy()
    await vi.waitFor(async () => expect(await isAnswered(server, outside ?? '')).toBe(true), 10_000)
  },
)

test.each([
  ['this machine', 0, '127.0.0.1'],
  ['a trusted proxy', 1, outside ?? '127.0.0.1'],
])('%s may open more connections than one network', async (_who, trustedProxies, host) => {
  const server = await serve(trustedProxies)
  await fill(server, host)
  expect(await isAnswered(server, host)).toBe(true)
})
