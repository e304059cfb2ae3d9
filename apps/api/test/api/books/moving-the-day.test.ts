import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { closedThrough, createClosedShop, datedResources } from './closed-shop'

let api: TestApi
let other: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
beforeAll(async () => {
  api = await startTestApi()
  other = await startSecondApi(api)
  shop = await openTestShop(api)
  closed = createClosedShop(api, shop)
})
beforeEach(() => closed.move(null))
afterAll(async () => {
  await other.stop()
  await api.stop()
})

async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client(api.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The number of records of the closed period. Nothing else changes it. */
async function countClosed(): Promise<number> {
  const { rows } = await api.pool.query<{ count: number }>(
    `select (select count(*) from sales where sale_date <= $1 and deleted_at is null)
       + (select count(*) from purchases where purchase_date <= $1 and deleted_at is null)
       + (select count(*) from returns where return_date <= $1 and deleted_at is null)
       + (select count(*) from expenses where created_at < $1::date + 1 and deleted_at is null) as count`,
    [closedThrough],
  )
  return Number(rows[0]?.count)
}

/** A write may take longer than a move waits on a busy machine. */
async function moveAtLast(shopAt: typeof closed, day: string | null): Promise<void> {
  const { status, text } = await shopAt.send('PUT', '/books', { closedThrough: day })
  if (status === 503) return moveAtLast(shopAt, day)
  if (status !== 200) throw new Error(text)
}

test('no write of two APIs slips into the closed period while its day moves, and a refused one stores nothing', async () => {
  const elsewhere = createClosedShop({ ...api, call: other.call }, shop)
  let isOver = false
  const statuses = new Map<number, number>()
  let accepted = 0
  const before = await countClosed()

  async function hammer(shopAt: typeof closed, resource: (typeof datedResources)[number]) {
    while (!isOver) {
      const [path, body] = await shopAt.recording(resource, closedThrough)
      const { status } = await shopAt.send('POST', path, body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) accepted += 1
    }
  }

  const writers = [closed, elsewhere].flatMap((shopAt) =>
    datedResources.map((resource) => hammer(shopAt, resource)),
  )
  try {
    for (let round = 0; round < 12; round += 1) {
      await moveAtLast(round % 2 === 0 ? closed : elsewhere, closedThrough)
      // Every write that was recorded before the move is visible now, and no other one follows.
      const closing = await countClosed()
      await wait(150)
      expect(await countClosed()).toBe(closing)
      await moveAtLast(round % 2 === 0 ? elsewhere : closed, null)
      await wait(100)
    }
  } finally {
    isOver = true
    await Promise.all(writers)
  }
  expect(new Set(statuses.keys())).toEqual(new Set([201, 409]))
  expect((await countClosed()) - before).toBe(accepted)
  await shop.stock()
  await closed.move(closedThrough)
  expect(await withClient(api.databaseUrl, (client) => readBrokenInvariants(client))).toEqual([])
})

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

test('a move gives up after two seconds behind a long write, and holds no later write up for longer', async () => {
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

test('a move that changes nothing is answered behind a long write, and so is a refused one', async () => {
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

test('a queued write that holds what an earlier write needs passes the move, so none of the three fails', async () => {
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
