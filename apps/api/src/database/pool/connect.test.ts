import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { validRows } from '#test/support/database/valid-rows'
import { connect, type Connection } from '#src/database/pool/connect'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { WatchdogClient } from '#src/database/pool/watchdog-client'

const onIdleError = vi.fn<(error: Error) => void>()
let database: TestDatabase
let connection: Connection

beforeEach(async () => {
  onIdleError.mockReset()
  database = await createTestDatabase()
  connection = connect(database.url, { onIdleError })
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

const values = `SELECT DATE '2024-03-01' AS day, sum(2::integer) AS sum, count(*) AS count,
  12.50::numeric(16, 2) AS money, NULL::date AS none`

test('the pool returns dates as strings and sums as numbers', async () => {
  expect((await connection.pool.query(values)).rows).toEqual([
    { day: '2024-03-01', sum: 2, count: 1, money: 12.5, none: null },
  ])
})

test('connections outside the pool keep the default type parsers', async () => {
  const other = await withClient(database.url, (client) => client.query(values))
  expect(other.rows).toMatchObject([{ day: expect.any(Date), sum: '2', money: '12.50' }])
})

test('Prisma reads back the dates and amounts that it wrote through the same pool', async () => {
  const { db, pool } = connection
  const { email, name, role, password_hash: passwordHash } = validRows.users
  const user = await db.user.create({ data: { email, name, role, passwordHash } })
  const customer = await db.customer.create({ data: { name: 'Ada' } })
  const sale = {
    customerId: customer.id,
    customerName: 'Ada',
    saleDate: new Date('2024-03-01T00:00:00.000Z'),
    subtotal: '99999999999999.99',
    totalAmount: '99999999999999.99',
    createdById: user.id,
  }
  const { id } = await db.sale.create({ data: sale })
  const read = await db.sale.findUniqueOrThrow({ where: { id } })
  expect(read.saleDate).toEqual(sale.saleDate)
  expect(read.totalAmount.toFixed(2)).toBe(sale.totalAmount)
  expect((await pool.query('SELECT sale_date AS day FROM sales')).rows).toEqual([
    { day: '2024-03-01' },
  ])
})

test('every connection sets statement, lock and idle timeouts', async () => {
  const { rows } = await connection.pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle,
       current_setting('application_name') AS name`,
  )
  expect(rows).toEqual([{ statement: '30s', lock: '3s', idle: '5s', name: 'stockie' }])
  expect(connection.pool.options.keepAlive).toBe(true)
})

test('a Prisma transaction waits for a connection as long as a query does @long', async () => {
  const { db, pool, close } = connect(database.url, { max: 1 })
  const client = await pool.connect()
  const userCount = db.$transaction((tx) => tx.user.count())
  // Half of the time that the pool allows.
  await wait(1_000)
  client.release()
  expect(await userCount).toBe(0)
  await close()
})

test('instants survive a round trip if the database has another time zone and date style', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await withClient(database.url, async (client) => {
    await client.query(`ALTER DATABASE ${name} SET timezone TO 'Asia/Kolkata'`)
    await client.query(`ALTER DATABASE ${name} SET datestyle TO 'German'`)
  })
  const createdAt = new Date('2026-11-20T18:29:59.999Z')
  const customer = await connection.db.customer.create({ data: { name: 'Ada', createdAt } })
  expect(customer.createdAt).toEqual(createdAt)
  const { rows } = await connection.pool.query(
    `SELECT created_at, (extract(epoch from created_at) * 1000)::bigint AS at FROM customers`,
  )
  expect(rows).toEqual([{ created_at: createdAt, at: createdAt.getTime() }])
})

test('JIT compilation stays off if the database turns it on', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await withClient(database.url, (client) => client.query(`ALTER DATABASE ${name} SET jit TO on`))
  const { rows } = await connection.pool.query('show jit')
  expect(rows).toEqual([{ jit: 'off' }])
})

test('the page cost stays that of memory and solid-state disks if the database sets another', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await withClient(database.url, (client) =>
    client.query(`ALTER DATABASE ${name} SET random_page_cost TO 4`),
  )
  const { rows } = await connection.pool.query('show random_page_cost')
  expect(rows).toEqual([{ random_page_cost: '1.1' }])
})

test('a session of the API skips the check of the lines of sales in closed books', async () => {
  const { rows } = await connection.pool.query(
    `select pg_get_triggerdef(pg_trigger.oid) like '%stockie.api%' as "isTold",
       current_setting('stockie.api') as value
     from pg_trigger where tgname = 'sale_lines_within_open_books'`,
  )
  expect(rows).toEqual([{ isTold: true, value: 'on' }])
})

async function breakConnections(): Promise<void> {
  await withClient(database.url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  )
}

test('the pool opens a new connection after PostgreSQL has terminated an idle one', async () => {
  await connection.db.user.count()
  await breakConnections()
  await vi.waitFor(() => expect(onIdleError).toHaveBeenCalledOnce(), 10_000)
  expect(await connection.db.user.count()).toBe(0)
})

test('the pool keeps working after a connection broke in the middle of a transaction', async () => {
  const client = await connection.pool.connect()
  await client.query('BEGIN')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await breakConnections()
  await ended
  await expect(client.query('COMMIT')).rejects.toBeInstanceOf(Error)
  client.release(true)
  expect(await connection.db.user.count()).toBe(0)

  const transaction = connection.db.$transaction(async (tx) => {
    await tx.user.count()
    await breakConnections()
    await tx.user.count()
  })
  await expect(transaction).rejects.toBeInstanceOf(Error)
  expect(await connection.db.user.count()).toBe(0)
})

/** Runs the work 300 ms before the request's deadline. */
const nearDeadline = <Result>(work: () => Promise<Result>) =>
  withDeadline(performance.now() + 300, work)

test('the pool drops a connection that has gone silent and continues with another @long', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { db, pool, close } = connect(proxy.url, { probeIntervalMs: 1_000 })
  await db.user.count()
  proxy.freeze()
  const query = nearDeadline(() => pool.query('SELECT 1'))
  await expect(query).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(pool.totalCount).toBe(0)
  proxy.resume()

  const transaction = nearDeadline(() =>
    db.$transaction(async (tx) => {
      await tx.user.count()
      proxy.freeze()
      await tx.user.count()
    }),
  )
  await expect(transaction).rejects.toBeInstanceOf(Error)
  proxy.resume()
  expect(await db.user.count()).toBe(0)
  await close()
  await proxy.disconnect()
})

test('a running statement may stay silent for longer than the probe interval @long', async () => {
  const { pool, close } = connect(database.url, { probeIntervalMs: 2_000 })
  await pool.query('select 1')
  const { rows } = await nearDeadline(() => pool.query('select 7 as answer, pg_sleep(3)::text'))
  await close()
  expect(rows).toMatchObject([{ answer: 7 }])
})

test('the watchdog cancels a statement that waits for a lock and keeps its connection', async () => {
  const { pool } = connection
  const [other, client] = [await pool.connect(), await nearDeadline(() => pool.connect())]
  await other.query('begin; lock table users')
  const blocked = client.query('select * from users for update')
  await expect(blocked).rejects.toMatchObject({ code: '57014' })
  expect((await client.query('select 1')).rowCount).toBe(1)
  client.release()
  other.release(true)
})

test('a statement that begins to wait for a lock after the first probe is cancelled by the second @long', async () => {
  const probeAfter = vi.spyOn(WatchdogClient.prototype, 'probeAfter')
  // Its third probe comes later than lock_timeout.
  const { pool, close } = connect(database.url, { probeIntervalMs: 12_000 })
  const [other, client] = [await pool.connect(), await nearDeadline(() => pool.connect())]
  await other.query('begin; lock table users')
  await vi.waitFor(() => expect(probeAfter).toHaveBeenLastCalledWith(1_000), 10_000)
  const blocked = client.query('select * from users for update')
  await expect(blocked).rejects.toMatchObject({ code: '57014' })
  client.release()
  other.release(true)
  await close()
})

// @holds asvs 1.4.3
test('the watchdog terminates a backend that never answered and releases its locks @long', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { pool, close } = connect(proxy.url)
  const client = await nearDeadline(() => pool.connect())
  await client.query('begin; lock table users')
  proxy.halfOpen()
  await expect(client.query('select 1')).rejects.toBeInstanceOf(Error)
  client.release(true)
  expect((await pool.query('select * from users for update')).rowCount).toBe(0)
  await close()
  await proxy.disconnect()
})

test('close aborts a running statement within seconds and PostgreSQL stops working on it @long', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { pool, close } = connect(proxy.url, { probeIntervalMs: 600_000 })
  const sleeping = pool.query('select pg_sleep(25)::text')
  const count = `select count(*) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(25)%' and pid <> pg_backend_pid()`
  const countRunning = async () =>
    (await connection.pool.query<{ count: number }>(count)).rows[0]?.count
  await vi.waitFor(async () => expect(await countRunning()).toBe(1), 10_000)
  proxy.freeze()
  const [query] = await Promise.allSettled([sleeping, close()])
  expect(query.status).toBe('rejected')
  await vi.waitFor(async () => expect(await countRunning()).toBe(0), 10_000)
  await proxy.disconnect()
})

test('the pool connects at the first query and closes every connection at the end', async () => {
  expect(connection.pool.totalCount).toBe(0)
  await Promise.all([connection.db.user.count(), connection.pool.query('SELECT 1')])
  const { pool } = connection
  await connection.close()
  expect(pool.totalCount).toBe(0)
  await expect(pool.query('SELECT 1')).rejects.toThrow('after calling end')
  connection = connect(database.url)
})
