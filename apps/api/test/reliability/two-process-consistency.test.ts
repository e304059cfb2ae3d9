import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { createTokens } from '#src/security/tokens'
import { buildProgram, serverEnv, type Program, type Running } from '#test/support/built-program'
import { saleKind } from '#test/support/document-kinds'
import { sendOverKeptConnection } from '#test/support/http-clients'
import { testSecret } from '#test/support/test-api'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const writers = 4
const writesOfEach = 30
const readersOfEach = 2

let program: Program
let database: TestDatabase
let shop: TestShop
let running: Running[]
const ports: number[] = []
beforeAll(async () => {
  program = await buildProgram()
  database = await createTestDatabase()
  const { pool, close } = connect(database.url)
  shop = await openTestShop({ pool, tokens: createTokens({ secret: testSecret, ttl: 3600 }) })
  await close()
  const envs = [await serverEnv(database.url), await serverEnv(database.url)]
  ports.push(...envs.map(({ PORT }) => Number(PORT)))
  running = envs.map((env) => program.start('main', { env }))
  await Promise.all(running.map((server) => server.waitForOutput('Stockie is at')))
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  await database.drop()
  await program.remove()
})

/** Something that is written again and again: how often that was begun, and how often answered. */
type Track = { id: number; begun: number; answered: number }
/** What a browser has of a list. */
type Held = { etag: string; body: unknown }
type Row = { id: number; name: string; stock: number }

const oneOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
const call = (method: string, path: string, body?: object, port = oneOf(ports), etag = '') =>
  sendOverKeptConnection({
    port,
    method,
    path,
    token: shop.token,
    body: body && JSON.stringify(body),
    headers: etag ? { 'if-none-match': etag } : {},
  })

async function write(track: Track, method: string, path: string, body?: object): Promise<void> {
  track.begun += 1
  const { status } = await call(method, path, body)
  expect(status).toBeLessThan(300)
  track.answered += 1
}

async function enter(path: string, body: object): Promise<Track> {
  const { id } = (await call('POST', path, body)).body as Row
  return { id, begun: 0, answered: 0 }
}

test('two processes never show what is older than an answered write, nor other rows by one ETag', async () => {
  const numbers = Array.from({ length: writers }, (_, number) => number)
  const renamed = await Promise.all(numbers.map(() => enter('/customers', { name: 'Customer 0' })))
  const removed = await Promise.all(numbers.map(() => enter('/suppliers', { name: 'Supplier' })))
  const sold: Track = { id: shop.products[0], begun: 0, answered: 0 }
  const find = (rows: unknown, { id }: Track) => (rows as Row[]).find((row) => row.id === id)

  /** Of each track that a list shows: whether it looks as it does after so many writes. */
  const views: Record<string, (body: unknown) => [Track, (count: number) => boolean][]> = {
    '/customers': (body) =>
      renamed.map((track) => [track, (count) => find(body, track)?.name === `Customer ${count}`]),
    '/suppliers': (body) =>
      removed.map((track) => [track, (count) => !find(body, track) === (count % 2 === 1)]),
    '/products': (body) => [[sold, (count) => find(body, sold)?.stock === 100 - count]],
    '/sales': (body) => [[sold, (count) => (body as unknown[]).length === count]],
    '/reports/profit-summary': (body) => [[sold, (count) => Object(body).totalSales === 3 * count]],
  }
  const faults: string[] = []
  const statuses = new Set<number>()
  const rowsOf = new Map<string, unknown>()
  let writing = writers

  /** Whoever has written looks at once what has become of it, through either process. */
  async function writeOn(number: number): Promise<void> {
    const [customer, supplier] = [renamed[number], removed[number]]
    if (!customer || !supplier) return
    const held = new Map<string, Held>()
    const sale = saleKind.body(shop, [{ productId: sold.id }])
    for (let index = 0; index < writesOfEach; index += 1) {
      const path = oneOf(Object.keys(views))
      if (path === '/customers') {
        const name = `Customer ${customer.begun + 1}`
        await write(customer, 'PUT', `/customers/${customer.id}`, { name })
      } else if (path !== '/suppliers') {
        await write(sold, 'POST', '/sales', sale)
      } else if (supplier.begun % 2 === 0) {
        await write(supplier, 'DELETE', `/suppliers/${supplier.id}`)
      } else {
        await write(supplier, 'POST', '/suppliers/restore', { ids: [supplier.id] })
      }
      for (const port of ports) await look(port, path, held)
    }
    writing -= 1
  }

  async function look(port: number, path: string, held: Map<string, Held>): Promise<void> {
    const known = Math.random() < 0.5 ? held.get(path) : undefined
    const answeredBefore = new Map([...renamed, ...removed, sold].map((one) => [one, one.answered]))
    const { status, headers, body: sent } = await call('GET', path, undefined, port, known?.etag)
    const etag = headers.etag ?? ''
    const body = status === 304 ? known?.body : sent
    statuses.add(status)
    held.set(path, { etag, body })
    if (!isDeepStrictEqual(rowsOf.get(etag) ?? body, body)) faults.push(`${path} ${etag}`)
    rowsOf.set(etag, body)
    for (const [track, looksLike] of views[path]?.(body) ?? []) {
      let count = answeredBefore.get(track) ?? 0
      while (count <= track.begun && !looksLike(count)) count += 1
      if (count > track.begun) faults.push(`${path} of ${port} is none of those since it was asked`)
    }
  }

  async function readOn(port: number): Promise<void> {
    const held = new Map<string, Held>()
    while (writing > 0) await look(port, oneOf(Object.keys(views)), held)
  }

  const readers = ports.flatMap((port) => Array<number>(readersOfEach).fill(port))
  await Promise.all([...numbers.map(writeOn), ...readers.map(readOn)])
  expect(faults).toEqual([])
  expect(statuses).toEqual(new Set([200, 304]))
})
