import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { createTokens } from '#src/security/tokens'
import { openProgram, serverEnv, type Running } from '#test/support/built-program'
import { saleKind } from '#test/support/document-kinds'
import { sendWithRetry } from '#test/support/http-clients'
import { otherBusyCauses, parseLines } from '#test/support/log-lines'
import { testSecret } from '#test/support/test-api'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { openTestShop, type TestShop } from '#test/support/test-shop'

const writers = 4
const writesPerWriter = 30
const readersPerProcess = 2

const program = openProgram()
let database: TestDatabase
let shop: TestShop
let running: Running[]
const ports: number[] = []
beforeAll(async () => {
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
  const ends = await Promise.all(running.map(({ ended }) => ended))
  await database.drop()
  const conflicts = otherBusyCauses(parseLines(ends.map(({ stdout }) => stdout).join('')))
  if (conflicts.length > 0) throw new Error(`Writes conflicted: ${conflicts.join(', ')}`)
})

/** A record that is written repeatedly, with the numbers of writes begun and answered. */
type TrackedRecord = { id: number; begun: number; answered: number }
/** A list as a browser caches it. */
type CachedList = { etag: string; body: unknown }
type Row = { id: number; name: string; stock: number }

const pickRandom = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There are no items to pick from.')
  return item
}
const call = (method: string, path: string, body?: object, port = pickRandom(ports), etag = '') =>
  sendWithRetry({
    port,
    method,
    path,
    token: shop.token,
    body: body && JSON.stringify(body),
    headers: etag ? { 'if-none-match': etag } : {},
  })

async function write(
  track: TrackedRecord,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  track.begun += 1
  const { status } = await call(method, path, body)
  expect(status).toBeLessThan(300)
  track.answered += 1
}

async function createTracked(path: string, body: object): Promise<TrackedRecord> {
  const { status, body: created } = await call('POST', path, body)
  expect(status).toBe(201)
  return { id: (created as Row).id, begun: 0, answered: 0 }
}

test('two processes show no state older than an answered write, and no two bodies under one ETag @long', async () => {
  const numbers = Array.from({ length: writers }, (_, number) => number)
  const renamed = await Promise.all(
    numbers.map(() => createTracked('/customers', { name: 'Customer 0' })),
  )
  const removed = await Promise.all(
    numbers.map(() => createTracked('/suppliers', { name: 'Supplier' })),
  )
  const sold: TrackedRecord = { id: shop.products[0], begun: 0, answered: 0 }
  const find = (rows: unknown, { id }: TrackedRecord) =>
    (rows as Row[]).find((row) => row.id === id)

  /** For each tracked record that a list shows: whether it shows the state after `count` writes. */
  const views: Record<string, (body: unknown) => [TrackedRecord, (count: number) => boolean][]> = {
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
  const bodyOfEtag = new Map<string, unknown>()
  let writing = writers

  /** Writes repeatedly, and reads the result through both processes after each write. */
  async function writeRepeatedly(number: number): Promise<void> {
    const [customer, supplier] = [renamed[number], removed[number]]
    if (!customer || !supplier) return
    const cache = new Map<string, CachedList>()
    const sale = saleKind.body(shop, [{ productId: sold.id }])
    for (let index = 0; index < writesPerWriter; index += 1) {
      const path = pickRandom(Object.keys(views))
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
      for (const port of ports) await readAndCheck(port, path, cache)
    }
    writing -= 1
  }

  async function readAndCheck(
    port: number,
    path: string,
    cache: Map<string, CachedList>,
  ): Promise<void> {
    const known = Math.random() < 0.5 ? cache.get(path) : undefined
    const answeredBefore = new Map(
      [...renamed, ...removed, sold].map((track) => [track, track.answered]),
    )
    const { status, headers, body: sent } = await call('GET', path, undefined, port, known?.etag)
    const etag = headers.etag ?? ''
    const body = status === 304 ? known?.body : sent
    statuses.add(status)
    cache.set(path, { etag, body })
    if (!isDeepStrictEqual(bodyOfEtag.get(etag) ?? body, body)) {
      faults.push(`${path} has two bodies under ${etag}`)
    }
    bodyOfEtag.set(etag, body)
    for (const [track, isStateAfter] of views[path]?.(body) ?? []) {
      let count = answeredBefore.get(track) ?? 0
      while (count <= track.begun && !isStateAfter(count)) count += 1
      if (count > track.begun) {
        faults.push(`${path} on port ${port} shows no state since the request`)
      }
    }
  }

  async function readRepeatedly(port: number): Promise<void> {
    const cache = new Map<string, CachedList>()
    while (writing > 0) await readAndCheck(port, pickRandom(Object.keys(views)), cache)
  }

  const readers = ports.flatMap((port) => Array<number>(readersPerProcess).fill(port))
  await Promise.all([...numbers.map(writeRepeatedly), ...readers.map(readRepeatedly)])
  expect(faults).toEqual([])
  expect(statuses).toEqual(new Set([200, 304]))
})
