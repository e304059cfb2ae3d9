import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { closedThrough, createClosedShop } from './closed-shop'

let api: TestApi
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  closed = createClosedShop(api, shop)
})
beforeEach(() => closed.move(null))
afterAll(() => api.stop())

async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client(api.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a move waits for a write that has begun, and the write is stored', async () => {
  const writer = await connectClient()
  await writer.query('begin')
  await writer.query(`insert into expenses (name, amount, expense_category_id, created_at)
    values ('Rent', 1, ${shop.expenseCategoryId}, '2026-10-01')`)
  const moving = closed.move(closedThrough)
  const first = await Promise.race([moving.then(() => 'moved'), wait(300, 'waits')])
  expect(first).toBe('waits')
  await writer.query('commit')
  expect(await moving).toMatchObject({ closedThrough })
})

test('a write that has read nothing yet waits for a move that has begun, and is refused by the new day', async () => {
  const owner = await connectClient()
  await owner.query('begin')
  await owner.query(`update books set closed_through = '${closedThrough}'`)
  const posting = closed.send('POST', '/expenses', closed.expense('2026-10-31'))
  const first = await Promise.race([posting.then(() => 'stored'), wait(300, 'waits')])
  expect(first).toBe('waits')
  await owner.query('commit')
  expect((await posting).status).toBe(409)
})

test('a move gives up after two seconds behind a long write, and holds no later write up for longer @long', async () => {
  const writer = await connectClient()
  await writer.query('begin')
  await writer.query(`insert into expenses (name, amount, expense_category_id, created_at)
    values ('Rent', 1, ${shop.expenseCategoryId}, '2026-10-01')`)
  const moving = closed.send('PUT', '/books', { closedThrough })
  await wait(100)
  const posting = closed.send('POST', '/expenses', closed.expense('2026-11-20'))
  expect(await moving).toMatchObject({ status: 503, body: { detail: 'The database is busy.' } })
  // No deadline of a request ends this one.
  const owner = await connectClient()
  await expect(
    owner.query(
      `set statement_timeout = '20s'; update books set closed_through = '${closedThrough}'`,
    ),
  ).rejects.toMatchObject({ code: '55P03' })
  expect((await posting).status).toBe(201)
  await writer.query('rollback')
  expect((await closed.send('GET', '/books')).body).toMatchObject({ closedThrough: null })
})

test('a move that changes nothing is answered behind a long write, and so is a refused one @long', async () => {
  const { version } = await closed.move(closedThrough)
  const writer = await connectClient()
  await writer.query('begin')
  await writer.query(`insert into expenses (name, amount, expense_category_id, created_at)
    values ('Rent', 1, ${shop.expenseCategoryId}, '2026-11-20')`)
  const put = (day: string | null, ifMatch: number) =>
    closed.send('PUT', '/books', { closedThrough: day }, { 'If-Match': `"${ifMatch}"` })
  expect(await put(closedThrough, version)).toMatchObject({ status: 200, body: { version } })
  expect((await closed.send('PUT', '/books', { closedThrough })).status).toBe(200)
  expect((await put(null, version - 1)).status).toBe(412)
  expect((await put(closedThrough, version - 1)).status).toBe(412)
  expect((await put(null, version)).status).toBe(503)
  await writer.query('rollback')
})

test('a queued write that holds what an earlier write needs passes the move, so none of the three fails @long', async () => {
  const [tea] = shop.products
  const first = await connectClient()
  const second = await connectClient()
  const spend = `insert into expenses (name, amount, expense_category_id, created_at)
    values ('Rent', 1, ${shop.expenseCategoryId}, '2026-11-20')`
  await first.query('begin')
  await first.query(spend)
  await second.query('begin')
  await second.query(`select from products where id = ${tea} for no key update`)
  const moving = closed.move(closedThrough)
  await wait(100)
  const queued = second.query(spend).then(() => second.query('commit'))
  await wait(100)
  await first.query(`select from products where id = ${tea} for no key update`)
  await first.query('commit')
  await queued
  expect(await moving).toMatchObject({ closedThrough })
})
