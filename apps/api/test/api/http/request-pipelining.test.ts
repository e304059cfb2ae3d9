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

/** More than the system takes off a server that nobody listens to. */
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
    'Host: x',
    `Authorization: Bearer ${shop.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const tunnel = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'

/** All that comes until the other side closes. */
async function read(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks).toString('latin1')
}

const linesOf = (address: string, since: number) =>
  api.logged().slice(since).split(`"msg":"GET ${address} `).length - 1

const connections = () =>
  new Promise((resolve) => server.getConnections((_, open) => resolve(open)))

async function openFiles(): Promise<number> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')),
  )
  return targets.filter((target) => target === path.join(folder, file)).length
}

test.each(documentKinds)(
  'a caller of POST /$path who sends more ahead has that answer whole, and nothing else is done',
  async ({ path: kind, body }) => {
    const before = await shop.stock()
    const socket = await connect()
    const draft = JSON.stringify(body(shop, [{ productId: shop.products[0] }]))
    socket.write(
      request('POST', `${apiRoot}/${kind}`, draft) +
        request('DELETE', `${apiRoot}/customers/${shop.customerId}`) +
        request('GET', '/livez'),
    )
    const answer = await read(socket)
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

test('whoever asks one after the other keeps the connection', async () => {
  const socket = await connect()
  for (let time = 0; time < 100; time += 1) {
    socket.write(request('GET', time % 2 ? '/livez' : `${apiRoot}/customers`))
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('an answer that has begun comes to its end, whatever is sent ahead meanwhile', async () => {
  const socket = await connect()
  socket.write(request('GET', `/${file}`))
  await once(socket, 'readable')
  socket.write(request('GET', '/livez'))
  const answer = await read(socket)
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large)
})

test('a file comes whole, whatever is wrong with a body that nobody reads', async () => {
  const socket = await connect()
  socket.write(`GET /${file} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\ntea\r\n`)
  const answer = await read(socket)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large)
})

// @holds asvs 1.4.3, 15.2.2
test('of answers that nobody reads each connection holds one, is given up after a while, and has its line', async () => {
  // A minute is a second here.
  server.timeout /= 60
  const since = api.logged().length
  for (let n = 0; n < 5; n += 1) {
    const socket = await connect()
    socket.write(request('GET', `/${file}`).repeat(8))
  }
  await vi.waitFor(async () => expect(await openFiles()).toBe(5), 10_000)
  await vi.waitFor(async () => expect(await connections()).toBe(0), 10_000)
  await vi.waitFor(async () => expect(await openFiles()).toBe(0), 10_000)
  await vi.waitFor(() => expect(linesOf(`/${file}`, since)).toBe(5), 10_000)
})

// @holds asvs 2.4.1, 16.3.1
test('whoever sends very many ahead is hung up on, and all that was begun has its line', async () => {
  const since = api.logged().length
  const socket = await connect()
  socket.write(request('GET', `/${file}`).repeat(1_000))
  expect((await read(socket)).length).toBeLessThan(large)
  await vi.waitFor(() => expect(linesOf(`/${file}`, since)).toBe(1), 10_000)
  await vi.waitFor(async () => expect(await openFiles()).toBe(0), 10_000)
})

test.each(['at once', 'once the answer has begun'])(
  'whoever sends a CONNECT ahead %s is hung up on, and what was begun is given up and has its line',
  async (when) => {
    const since = api.logged().length
    const socket = await connect()
    socket.write(request('GET', `/${file}`) + (when === 'at once' ? tunnel : ''))
    if (when !== 'at once') {
      await once(socket, 'readable')
      socket.write(tunnel)
    }
    expect((await read(socket)).length).toBeLessThan(large)
    await vi.waitFor(() => expect(linesOf(`/${file}`, since)).toBe(1), 10_000)
    await vi.waitFor(async () => expect(await openFiles()).toBe(0), 10_000)
  },
)

test('a CONNECT whose answer nobody reads is given up after a while like any other', async () => {
  server.timeout /= 60
  // Ours is refused in a few words, which need no reader.
  server.removeAllListeners('request')
  server.on('request', (_request, response) => response.end(Buffer.alloc(large)))
  const socket = await connect()
  socket.write(tunnel)
  await once(server, 'connect')
  await vi.waitFor(async () => expect(await connections()).toBe(0), 10_000)
})
