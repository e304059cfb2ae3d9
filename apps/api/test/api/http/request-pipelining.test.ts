import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import net, { type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readWebApp } from '#src/http/static-files'
import { listen } from '#src/server/listen'
import { documentKinds } from '#test/support/document-kinds'
import { createServerWithLimits, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

/** More than the socket buffers of the system take while the client does not read. */
const large = 32 * 1024 * 1024
const file = 'assets/large-Ab12Cd34.bin'

let folder: string
let api: TestApi
let shop: TestShop
let server: Server
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-ahead-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  await writeFile(path.join(folder, file), Buffer.alloc(large))
  api = await startTestApi({ webApp: await readWebApp(folder) })
  shop = await openTestShop(api)
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  server = createServerWithLimits(api)
  await listen(server, { HOST: '127.0.0.1', PORT: 0 })
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function connect(): Promise<Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

function request(method: string, address: string, body = ''): string {
  const lines = [
    `${method} ${address} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${shop.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const tunnel = 'CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function readUntilClose(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks).toString('latin1')
}

const countLogLines = (address: string, since: number) =>
  api.logged().slice(since).split(`"msg":"GET ${address} `).length - 1

const countConnections = () =>
  new Promise((resolve) => server.getConnections((_, open) => resolve(open)))

async function countOpenFiles(): Promise<number> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')),
  )
  return targets.filter((target) => target === path.join(folder, file)).length
}

test.each(documentKinds)(
  'a POST to $path with pipelined requests behind it gets its whole answer, and they are not executed',
  async ({ path: kind, body }) => {
    const before = await shop.stock()
    const socket = await connect()
    const draft = JSON.stringify(body(shop, [{ productId: shop.products[0] }]))
    socket.write(
      request('POST', `${apiRoot}/${kind}`, draft) +
        request('DELETE', `${apiRoot}/customers/${shop.customerId}`) +
        request('GET', '/livez'),
    )
    const answer = await readUntilClose(socket)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201'])
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toHaveProperty('totalAmount')
    expect(await shop.stock()).not.toEqual(before)
    const { rows } = await api.pool.query('select deleted_at from customers where id = $1', [
      shop.customerId,
    ])
    expect(rows).toEqual([{ deleted_at: null }])
  },
)

test('sequential requests share one connection', async () => {
  const socket = await connect()
  for (let time = 0; time < 100; time += 1) {
    socket.write(request('GET', time % 2 ? '/livez' : `${apiRoot}/customers`))
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('an answer in progress is completed although another request is pipelined', async () => {
  const socket = await connect()
  socket.write(request('GET', `/${file}`))
  await once(socket, 'readable')
  socket.write(request('GET', '/livez'))
  const answer = await readUntilClose(socket)
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large)
})

test('a file is sent whole although the unread request body is malformed @long', async () => {
  const socket = await connect()
  socket.write(
    `GET /${file} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\ntea\r\n`,
  )
  const answer = await readUntilClose(socket)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large)
})

// @holds asvs 1.4.3, 15.2.2
test('a connection whose answers are not read holds one answer, times out and is logged once @long', async () => {
  // Shortens one minute to one second.
  server.timeout /= 60
  const since = api.logged().length
  for (let n = 0; n < 5; n += 1) {
    const socket = await connect()
    socket.write(request('GET', `/${file}`).repeat(8))
  }
  await vi.waitFor(async () => expect(await countOpenFiles()).toBe(5), 10_000)
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 10_000)
  await vi.waitFor(async () => expect(await countOpenFiles()).toBe(0), 10_000)
  await vi.waitFor(() => expect(countLogLines(`/${file}`, since)).toBe(5), 10_000)
})

// @holds asvs 2.4.1, 16.3.1
test('a client that pipelines 1,000 requests is disconnected, and the answer in progress is logged', async () => {
  const since = api.logged().length
  const socket = await connect()
  socket.write(request('GET', `/${file}`).repeat(1_000))
  expect((await readUntilClose(socket)).length).toBeLessThan(large)
  await vi.waitFor(() => expect(countLogLines(`/${file}`, since)).toBe(1), 10_000)
  await vi.waitFor(async () => expect(await countOpenFiles()).toBe(0), 10_000)
})

test.each(['immediately', 'during the answer'])(
  'a CONNECT that is pipelined %s closes the connection, and the aborted answer is logged',
  async (when) => {
    const since = api.logged().length
    const socket = await connect()
    socket.write(request('GET', `/${file}`) + (when === 'immediately' ? tunnel : ''))
    if (when !== 'immediately') {
      await once(socket, 'readable')
      socket.write(tunnel)
    }
    expect((await readUntilClose(socket)).length).toBeLessThan(large)
    await vi.waitFor(() => expect(countLogLines(`/${file}`, since)).toBe(1), 10_000)
    await vi.waitFor(async () => expect(await countOpenFiles()).toBe(0), 10_000)
  },
)

test('a CONNECT whose answer is not read times out @long', async () => {
  server.timeout /= 60
  // Stockie's own short answer would fit into the socket buffers, so this sends a large one.
  server.removeAllListeners('request')
  server.on('request', (_request, response) => response.end(Buffer.alloc(large)))
  const socket = await connect()
  socket.write(tunnel)
  await once(server, 'connect')
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 10_000)
})
