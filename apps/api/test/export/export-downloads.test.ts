import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { downloadTicket } from '@stockie/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createShopExport } from '#src/database/export/shop-export'
import { createLog } from '#src/server/log'
import { parseLines } from '#test/support/log-lines'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'
import {
  addLargeCustomers,
  countExportSessions,
  createExportLink,
  readArchive,
} from './archive-reader'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  // More than the buffers of both ends hold.
  await addLargeCustomers(api, 10_000)
})
afterAll(() => api.stop())

const createTicket = (token = shop.token) => api.call('/export/ticket', { method: 'POST', token })
/** Waits until the downloads before it have ended. A download may begin after its caller has disconnected. */
async function createLink(): Promise<string> {
  const found = await vi.waitUntil(
    async () => {
      const { status, body } = await createTicket()
      return status === 201 && downloadTicket.parse(body)
    },
    { timeout: 10_000, interval: 50 },
  )
  return api.url + found.url
}
const noSessions = () => expect.poll(() => countExportSessions(api), { timeout: 10_000 }).toBe(0)

/** Begins a download that reads nothing after its first part. */
async function beginDownload(): Promise<IncomingMessage> {
  const [response] = (await once(get(await createLink()), 'response')) as [IncomingMessage]
  response.on('error', () => {})
  onTestFinished(() => void response.destroy())
  await once(response, 'readable')
  expect(response.statusCode).toBe(200)
  return response
}

/** Reads the rest. Returns whether it ended as a complete answer does. */
async function isComplete(response: IncomingMessage): Promise<boolean> {
  await buffer(response).catch(() => {})
  return response.complete
}

test('an owner downloads everything once, by a link without a token', async () => {
  const { status, body } = await createTicket()
  expect(status).toBe(201)
  const { url, expiresAt } = downloadTicket.parse(body)
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(61_000)
  const link = api.url + url
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(404)
  const download = await fetch(link)
  const [, fileName = ''] =
    /^attachment; filename="(.*)"$/.exec(download.headers.get('content-disposition') ?? '') ?? []
  expect(fileName).toMatch(/^stockie-export-\d{4}-\d\d-\d\d\.zip$/)
  expect(download.headers.get('content-type')).toBe('application/zip')
  expect(download.headers.get('cache-control')).toBe('no-store')
  expect((await fetch(link)).status).toBe(404)
  const archive = await readArchive(Buffer.from(await download.arrayBuffer()))
  expect(archive.get('customers.csv')?.split('\r\n')).toHaveLength(10_003)
  await noSessions()
  const lines = parseLines(api.audited()).filter(({ event }) => event === 'download')
  expect(lines).toEqual([
    expect.objectContaining({ account: shop.user.id, file: fileName, method: 'GET', status: 200 }),
  ])
  expect(JSON.stringify(lines)).not.toContain(url)
})

test.each([2, 3])('an account with role %i gets no link to everything', async (role) => {
  const { id } = await createUser(api.pool, role)
  const { status, text } = await createTicket(api.tokens.sign({ userId: id, version: 0 }))
  expect(status).toBe(403)
  expect(text).toContain('Only the owner may export everything.')
})

test('a link to everything ends after a minute and with the role of an owner', async () => {
  const other = await createUser(api.pool, 1)
  const theirs = await createExportLink(api, api.tokens.sign({ userId: other.id, version: 0 }))
  await api.pool.query('update users set role = 2 where id = $1', [other.id])
  expect((await fetch(theirs)).status).toBe(404)
  const link = await createLink()
  const { rows } = await api.pool.query<{ seconds: number }>(
    `select extract(epoch from max(expires_at) - now())::int as seconds from download_tickets`,
  )
  expect(rows[0]?.seconds).toBeGreaterThan(50)
  await api.pool.query('update download_tickets set expires_at = now()')
  expect((await fetch(link)).status).toBe(404)
})

test('a caller who disconnects leaves no connection to the database', async () => {
  const response = await beginDownload()
  expect(await countExportSessions(api)).toBe(1)
  response.destroy()
  await noSessions()
  expect(api.logged()).not.toContain('A download of everything failed')
})

test('a caller who disconnects before the download begins leaves no connection to the database', async () => {
  for (const delay of [0, 5, 10, 20, 40]) {
    const request = get(await createLink())
    request.on('error', () => {})
    await once(request, 'socket')
    await setTimeout(delay)
    request.destroy()
  }
  await expect.poll(async () => (await createTicket()).status, { timeout: 10_000 }).toBe(201)
  await noSessions()
})

test('a download breaks off if PostgreSQL ends its connection', async () => {
  const response = await beginDownload()
  await api.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'stockie-export'`,
  )
  await expect.poll(() => api.logged()).toContain('A download of everything failed')
  expect(await isComplete(response)).toBe(false)
  await noSessions()
})

test('a download ends if its caller reads nothing for too long @long', async () => {
  const { content, logged } = await openLimited({ silence: 1, all: 60 })
  await expect.poll(() => content.destroyed, { timeout: 15_000 }).toBe(true)
  expect(logged.join('')).toContain('A download of everything failed')
  await noSessions()
})

test('a download ends if it takes too long in all @long', async () => {
  const { content, logged } = await openLimited({ silence: 60, all: 1 })
  await expect.poll(() => content.destroyed, { timeout: 15_000 }).toBe(true)
  expect(logged.join('')).toContain('The download took longer than 1 seconds.')
  await noSessions()
})

async function openLimited(limits: { silence: number; all: number }) {
  const logged: string[] = []
  const log = createLog('info', { write: (text) => void logged.push(text) })
  const { pool, databaseUrl: url } = api
  const { content } = await createShopExport({ pool, url, timeZone: 'UTC', log, limits }).open()
  content.on('error', () => {})
  return { content, logged }
}

test('a third download at once is refused with a sentence, and works after one of the two @long', async () => {
  const [first, third] = [await beginDownload(), await createLink()]
  const second = await beginDownload()
  const refused = await fetch(third)
  expect(refused.status).toBe(409)
  const sentence = 'Two exports are being downloaded. Try again when one of them is complete.'
  expect(await refused.text()).toContain(sentence)
  const ticket = await createTicket()
  expect([ticket.status, ticket.text]).toEqual([409, expect.stringContaining(sentence)])
  first.destroy()
  await expect.poll(async () => (await createTicket()).status).toBe(201)
  expect(await isComplete(second)).toBe(true)
  await noSessions()
})

test('a download answers 503 while the database cannot be reached, and takes no place', async () => {
  const log = createLog('silent', process.stderr)
  const url = 'postgresql://nobody:secret@127.0.0.1:1/none'
  const unreachable = createShopExport({ pool: api.pool, url, timeZone: 'UTC', log })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(unreachable.open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }
})
