import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { validRows } from '#test/support/database/valid-rows'
import { connect, type Connection } from '#src/database/pool/connect'
import { withDeadline } from '#src/database/pool/deadline-pool'

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

test('gives our own SQL days as strings and sums as numbers', async () => {
  expect((await connection.pool.query(values)).rows).toEqual([
    { day: '2024-03-01', sum: 2, count: 1, money: 12.5, none: null },
  ])
})

test('leaves the types of every other connection alone', async () => {
  const other = await withClient(database.url, (client) => client.query(values))
  expect(other.rows).toMatchObject([{ day: expect.any(Date), sum: '2', money: '12.50' }])
})

test('lets Prisma read through the same pool what it wrote', async () => {
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

test('waits for nothing without end', async () => {
  const { rows } = await connection.pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle,
       current_setting('application_name') AS name`,
  )
  expect(rows).toEqual([{ statement: '30s', lock: '3s', idle: '5s', name: 'stockie' }])
  expect(connection.pool.options.keepAlive).toBe(true)
})

test('a transaction waits for a connection as long as anything else does', async () => {
  const { db, pool, close } = connect(database.url, { max: 1 })
  const only = await pool.connect()
  const counted = db.$transaction((tx) => tx.user.count())
  // Half of what the pool would let it wait.
  await wait(1_000)
  only.release()
  expect(await counted).toBe(0)
  await close()
})

test('reads and writes instants as they are, whatever the zone and the style of the database', async () => {
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

test('compiles no plan, whatever the database would like to', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await withClient(database.url, (client) => client.query(`ALTER DATABASE ${name} SET jit TO on`))
  const { rows } = await connection.pool.query('show jit')
  expect(rows).toEqual([{ jit: 'off' }])
})

async function breakConnections(): Promise<void> {
  await withClient(database.url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  )
}

test('goes on with a new connection when PostgreSQL ends an idle one', async () => {
  await connection.db.user.count()
  await breakConnections()
  await vi.waitFor(() => expect(onIdleError).toHaveBeenCalledOnce(), 10_000)
  expect(await connection.db.user.count()).toBe(0)
})

test('outlives the end of a connection in the middle of a transaction', async () => {
  const lent = await connection.pool.connect()
  await lent.query('BEGIN')
  const ended = new Promise((resolve) => lent.once('end', resolve))
  await breakConnections()
  await ended
  await expect(lent.query('COMMIT')).rejects.toBeInstanceOf(Error)
  lent.release(true)
  expect(await connection.db.user.count()).toBe(0)

  const transaction = connection.db.$transaction(async (tx) => {
    await tx.user.count()
    await breakConnections()
    await tx.user.count()
  })
  await expect(transaction).rejects.toBeInstanceOf(Error)
  expect(await connection.db.user.count()).toBe(0)
})

/** As the last that a request does. */
const hurried = <Result>(work: () => Promise<Result>) => withDeadline(performance.now() + 300, work)

test('leaves a connection that has fallen silent, and goes on with another', async () => {
  const line = await openDatabaseProxy(database.url)
  const { db, pool, close } = connect(line.url, { silence: 1_000 })
  await db.user.count()
  line.freeze()
  const query = hurried(() => pool.query('SELECT 1'))
  await expect(query).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(pool.totalCount).toBe(0)
  line.resume()

  const transaction = hurried(() =>
    db.$transaction(async (tx) => {
      await tx.user.count()
      line.freeze()
      await tx.user.count()
    }),
  )
  await expect(transaction).rejects.toBeInstanceOf(Error)
  line.resume()
  expect(await db.user.count()).toBe(0)
  await close()
  await line.disconnect()
})

test('waits for what PostgreSQL is at work on, however long that is silent', async () => {
  const { pool, close } = connect(database.url, { silence: 2_000 })
  await pool.query('select 1')
  const { rows } = await hurried(() => pool.query('select 7 as answer, pg_sleep(3)::text'))
  await close()
  expect(rows).toMatchObject([{ answer: 7 }])
})

test('ends what only waits for a lock, and keeps its connection for others', async () => {
  const { pool } = connection
  const [other, lent] = [await pool.connect(), await hurried(() => pool.connect())]
  await other.query('begin; lock table users')
  const refused = lent.query('select * from users for update')
  await expect(refused).rejects.toMatchObject({ code: '57014' })
  expect((await lent.query('select 1')).rowCount).toBe(1)
  lent.release()
  other.release(true)
})

// @holds asvs 1.4.3
test('ends what it was never answered by, and all that this held', async () => {
  const line = await openDatabaseProxy(database.url)
  const { pool, close } = connect(line.url)
  const lent = await hurried(() => pool.connect())
  await lent.query('begin; lock table users')
  line.halfOpen()
  await expect(lent.query('select 1')).rejects.toBeInstanceOf(Error)
  lent.release(true)
  expect((await pool.query('select * from users for update')).rowCount).toBe(0)
  await close()
  await line.disconnect()
})

test('closes within seconds what still waits for an answer, and PostgreSQL gives up working on it', async () => {
  const line = await openDatabaseProxy(database.url)
  const { pool, close } = connect(line.url, { silence: 600_000 })
  const sleeping = pool.query('select pg_sleep(25)::text')
  const count = `select count(*) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(25)%' and pid <> pg_backend_pid()`
  const atWork = async () => (await connection.pool.query<{ count: number }>(count)).rows[0]?.count
  await vi.waitFor(async () => expect(await atWork()).toBe(1), 10_000)
  line.freeze()
  const [query] = await Promise.allSettled([sleeping, close()])
  expect(query.status).toBe('rejected')
  await vi.waitFor(async () => expect(await atWork()).toBe(0), 10_000)
  await line.disconnect()
})

test('connects to nothing before the first query, and closes what it opened', async () => {
  expect(connection.pool.totalCount).toBe(0)
  await Promise.all([connection.db.user.count(), connection.pool.query('SELECT 1')])
  const { pool } = connection
  await connection.close()
  expect(pool.totalCount).toBe(0)
  await expect(pool.query('SELECT 1')).rejects.toThrow('after calling end')
  connection = connect(database.url)
})
