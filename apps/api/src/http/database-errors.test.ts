import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { connect, type Connection } from '#src/database/pool/connect'
import { isConflict, toDataError, toUnavailable } from './database-errors'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const insertTwice = `insert into idempotency_records (user_id, resource, key, request_hash, document_id)
  select 1, 'sales', 'a', sha256('a'), 1 from generate_series(1, 2)`
const unknownCategory = 'insert into products (name, price, cost, category_id) values ($1, 1, 1, 9)'

test.each<[string, string, string[]]>([
  ['invalid', 'select 2147483647 + 1', []],
  ['invalid', 'select $1::text', ['a\0b']],
  ['invalid', `select '"\\u0000"'::jsonb ->> 0`, []],
  ['invalid', 'insert into categories (name) values ($1)', [' hidden']],
  ['malformed', `do $$ begin raise 'hidden' using errcode = '54000'; end $$`, []],
  ['conflict', insertTwice, []],
  ['conflict', unknownCategory, ['hidden']],
])('toDataError maps a PostgreSQL error to %s: %s', async (code, sql, values) => {
  const error: unknown = await connection.pool.query(sql, values).catch((reason: unknown) => reason)
  const refusal = toDataError(error)
  expect(refusal?.code).toBe(code)
  expect(refusal?.message).not.toMatch(/hidden|_|constraint/)
})

test.each([
  ['invalid', () => connection.db.category.create({ data: { name: ' Drinks' } })],
  ['invalid', () => connection.db.category.create({ data: { name: 'a\0b' } })],
  [
    'conflict',
    () => connection.db.product.create({ data: { name: 'Tea', price: 1, cost: 1, categoryId: 9 } }),
  ],
] as const)('toDataError maps a Prisma error to %s', async (code, write) => {
  const error: unknown = await write().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(toDataError(error)?.code).toBe(code)
})

test('toDataError ignores an error in our own SQL', async () => {
  const error: unknown = await connection.pool
    .query('select nothing')
    .catch((reason: unknown) => reason)
  expect(toDataError(error)).toBeUndefined()
})

const busy = { code: 'unavailable', message: 'The database is busy.', retryAfter: 1 }

test.each([
  ['lock_timeout', 'select * from users for update'],
  ['statement_timeout', 'select pg_sleep(1)::text'],
])('toUnavailable reports a busy database when a query exceeds %s', async (setting, sql) => {
  const { db, pool } = connection
  const [other, client] = [await pool.connect(), await pool.connect()]
  try {
    await other.query('begin; lock table users')
    await client.query(`begin; set local ${setting} = 20`)
    const reasons = [
      await client.query(sql).catch((reason: unknown) => reason),
      await db
        .$transaction(async (tx) => {
          await tx.$executeRawUnsafe(`set local ${setting} = 20`)
          await tx.$queryRawUnsafe(sql)
        })
        .catch((reason: unknown) => reason),
    ]
    for (const reason of reasons) {
      expect(toUnavailable(reason)).toMatchObject(busy)
      expect(isConflict(reason)).toBe(false)
    }
  } finally {
    for (const held of [other, client]) {
      await held.query('rollback')
      held.release()
    }
  }
})

test.each([
  ['53100', 'The database has no space left. Nothing can be saved until you free some space.', 30],
  ['25006', 'The database is read-only at the moment.', 30],
  ['53300', 'The database is busy.', 1],
  ['58030', 'The database cannot be reached.', 5],
])('toUnavailable maps the SQLSTATE %s to its message: %s', async (code, message, retryAfter) => {
  const raise = `do $$ begin raise 'hidden' using errcode = '${code}'; end $$`
  const reasonOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason)
  const reasons = [
    await reasonOf(connection.pool.query(raise)),
    await reasonOf(connection.db.$executeRawUnsafe(raise)),
  ]
  for (const reason of reasons) {
    expect(toUnavailable(reason)).toMatchObject({ code: 'unavailable', message, retryAfter })
  }
})

test('toUnavailable reports a busy database when a transaction gets no connection or times out', async () => {
  const { db, pool, close } = connect(database.url, { max: 1 })
  const reasonOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason)
  const only = await pool.connect()
  const waiting = db.$transaction((tx) => tx.category.count(), { maxWait: 50 })
  const notStarted = await reasonOf(waiting)
  only.release()
  const slow = db.$transaction((tx) => tx.$queryRaw`select pg_sleep(0.2)::text`, { timeout: 50 })
  for (const error of [notStarted, await reasonOf(slow)]) {
    expect(toUnavailable(error)).toMatchObject(busy)
    expect(isConflict(error)).toBe(false)
  }
  await close()
})

test('toUnavailable reports an unreachable database when the connection breaks', async () => {
  const { pool } = connection
  const client = await pool.connect()
  const reasonOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const hasEnded = new Promise<void>((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  const ended = await reasonOf(client.query('select pg_sleep(1)'))
  await hasEnded
  const afterwards = await reasonOf(client.query('select'))
  client.release(true)
  for (const error of [ended, afterwards]) {
    expect(toUnavailable(error)).toMatchObject({ message: 'The database cannot be reached.' })
  }
})
