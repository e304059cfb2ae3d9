import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/database/pool/connect'
import { createTokens } from '#src/security/tokens'
import { openProgram, type Running, serverEnv } from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/http-clients'
import { parkedBody } from '#test/support/writes/parked-sale-write-cases'
import { testSecret } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

const program = openProgram()
const tokens = createTokens({ secret: testSecret, ttl: 3600 })
const running: Running[] = []
let database: TestDatabase
let pool: Pool
let close: () => Promise<void>
let shop: TestShop
let otherToken: string
/** The server that is never killed. */
let surviving: string
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ pool, close } = connect(database.url))
  shop = await openTestShop({ pool, tokens })
  const other = await createUser(pool, 3)
  otherToken = tokens.sign({ userId: other.id, version: 0 })
  surviving = (await startServer()).url
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  await close()
  await database.drop()
})

async function startServer() {
  const env = await serverEnv(database.url)
  const server = program.start('main', { env })
  running.push(server)
  await server.waitForOutput('Stockie is at')
  return { server, url: `http://127.0.0.1:${env['PORT']}${apiRoot}` }
}

async function parkOne(): Promise<number> {
  const { body } = await call(`${surviving}/parked-sales`, {
    token: shop.token,
    body: parkedBody(shop),
  })
  return Number(Object(body).id)
}

const take = (url: string, id: number, key: string, token = shop.token) =>
  call(`${url}/parked-sales/${id}/take`, {
    method: 'POST',
    token,
    headers: { 'idempotency-key': key },
  })

async function isListed(id: number): Promise<boolean> {
  const { body } = await call(`${surviving}/parked-sales`, { token: shop.token })
  return (body as { id: number }[]).some((sale) => sale.id === id)
}

async function isTaken(id: number): Promise<boolean> {
  const { rows } = await pool.query<{ taken: boolean }>(
    'select taken_at is not null as taken from parked_sales where id = $1',
    [id],
  )
  return rows[0]?.taken ?? false
}

/** The till that lost its answer gets the sale with its key, and no other till does. */
async function expectResumedOnce(id: number, key: string): Promise<void> {
  const again = await take(surviving, id, key)
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ id, saleDetails: [{}, {}, {}] })
  expect(await isListed(id)).toBe(false)
  expect((await take(surviving, id, key, otherToken)).status).toBe(409)
}

test('a sale is resumed once if the API is killed after PostgreSQL has resumed it @long', async () => {
  const id = await parkOne()
  const { server, url } = await startServer()
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from parked_sales where id = $1 for update', [id])
  // The statement waits for the row, so the API has no answer yet when it is killed.
  const lost = take(url, id, 'lost').catch(() => 'no answer')
  const isWaiting = async () => {
    const { rows } = await pool.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and query like '%taken_at = now()%'`,
    )
    return rows.length > 0
  }
  while (!(await isWaiting())) await wait(10)
  server.child.kill('SIGKILL')
  expect(await lost).toBe('no answer')
  await holder.query('commit')
  holder.release()
  while (await isWaiting()) await wait(10)
  expect(await isListed(id)).toBe(!(await isTaken(id)))
  await expectResumedOnce(id, 'lost')
}, 60_000)

test.each([0, 2, 5, 10, 20])(
  'a sale is parked or resumed, never both, if the API is killed %i ms after the call @long',
  async (delay) => {
    const id = await parkOne()
    const { server, url } = await startServer()
    const key = `killed-${delay}`
    const lost = take(url, id, key).catch(() => 'no answer')
    await wait(delay)
    server.child.kill('SIGKILL')
    await lost
    await server.ended
    // PostgreSQL may commit a moment after the kill.
    while ((await isListed(id)) === (await isTaken(id))) await wait(10)
    const again = await take(surviving, id, key)
    expect([again.status, await isListed(id)]).toEqual([200, false])
    expect((await take(surviving, id, key, otherToken)).status).toBe(409)
  },
  60_000,
)
