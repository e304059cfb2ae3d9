import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { connect } from '#src/database/pool/connect'
import {
  asRead,
  asWrite,
  readRows,
  withDeadline,
  withoutDeadline,
} from '#src/database/pool/deadline-pool'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a queued query gets its own time for a new connection, not the shorter time of a later query', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { pool, close } = connect(proxy.url, { max: 1 })
  const client = await pool.connect()
  const results = Promise.allSettled([
    pool.query('select 1'),
    withDeadline(performance.now() + 50, () => pool.query('select 1')),
  ])
  pool.once('remove', proxy.freeze)
  client.release(true)
  // Longer than the later query may wait.
  await wait(150)
  proxy.resume()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await close()
  await proxy.disconnect()
})

test('the pool opens a connection past the deadline if it has room and the database has not failed the request @long', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { pool, close } = connect(proxy.url, { max: 1 })
  const query = (sql = 'select 1') => pool.query(sql)
  const late = <Result>(work: () => Promise<Result>) => withDeadline(performance.now() - 300, work)
  expect((await late(query)).rowCount).toBe(1)
  const client = await pool.connect()
  await expect(late(query)).rejects.toThrow('timeout exceeded')
  proxy.freeze()
  client.release(true)
  const slow = late(query)
  // Longer than a late request waits for a connection that others use.
  await wait(150)
  proxy.resume()
  expect((await slow).rowCount).toBe(1)

  await late(async () => {
    await expect(query('select 1 / 0')).rejects.toThrow('division')
    await expect(query()).rejects.toThrow('timeout exceeded')
  })
  proxy.freeze()
  await late(async () => {
    await expect(query()).rejects.toThrow('connection timeout')
    await expect(query()).rejects.toThrow('timeout exceeded')
  })
  proxy.resume()
  await close()
  await proxy.disconnect()
})

test('a query that starts past its deadline still waits briefly for a lock', async () => {
  const { pool, close } = connect(database.url)
  const [other, idle] = [await pool.connect(), await pool.connect()]
  idle.release()
  await other.query('begin; lock table users')
  const late = withDeadline(performance.now() - 300, () =>
    pool.query('select * from users for update'),
  )
  const [read] = await Promise.allSettled([late, other.query('select pg_sleep(0.05); commit')])
  other.release()
  expect(read).toMatchObject({ status: 'fulfilled', value: { rowCount: 0 } })
  await close()
})

test('work without a deadline queues for a connection although its request is late', async () => {
  const { pool, close } = connect(database.url, { max: 1 })
  const client = await pool.connect()
  const query = () => pool.query('select 1')
  await withDeadline(performance.now() - 300, async () => {
    const started = withoutDeadline(async () => {
      await wait(1)
      return query()
    })
    await expect(query()).rejects.toThrow('timeout exceeded')
    await wait(150)
    client.release()
    expect((await started).rowCount).toBe(1)
  })
  await close()
})

test('writes leave a fifth of the connections to reads, and a queued write gets the next free one', async () => {
  const { pool, close } = connect(database.url)
  const query = () => pool.query('select 1')
  const inRead = <Result>(work: () => Promise<Result>) =>
    withDeadline(performance.now() + 100, work, true)
  const writes = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
  await expect(withDeadline(performance.now() + 100, query)).rejects.toThrow('timeout exceeded')
  await expect(withDeadline(performance.now() - 100, query)).rejects.toThrow('timeout exceeded')
  await expect(inRead(() => asWrite(query))).rejects.toThrow('timeout exceeded')
  expect((await inRead(query)).rowCount).toBe(1)
  expect((await inRead(() => withDeadline(performance.now() + 100, query))).rowCount).toBe(1)
  expect((await asRead(query)).rowCount).toBe(1)

  const [first, second] = [query(), query()]
  expect(pool.queuedCount).toBe(2)
  // The second write gets the slot of a connection that is closed.
  writes.pop()?.release()
  writes.pop()?.release(true)
  expect([(await first).rowCount, (await second).rowCount]).toEqual([1, 1])
  for (const client of writes) client.release()
  expect([pool.queuedCount, pool.idleCount]).toEqual([0, pool.totalCount])
  await Promise.all(Array.from({ length: 20 }, query))
  expect(pool.totalCount).toBeLessThanOrEqual(8)
  await close()
})

test('rows are read by a prepared statement, on a connection for reads', async () => {
  const { pool, close } = connect(database.url)
  const writes = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
  const one = { name: 'one', text: 'select $1::bigint as one', values: [1] }
  expect(await readRows(pool, one)).toEqual([{ one: 1 }])
  const names = { name: 'names', text: 'select name from pg_prepared_statements order by name' }
  expect(await readRows(pool, names)).toEqual([{ name: 'names' }, { name: 'one' }])

  const failure = readRows(pool, { name: 'none', text: 'select from nothing' })
  await expect(failure).rejects.toThrow('relation "nothing" does not exist')
  await expect(failure).rejects.toHaveProperty('stack', expect.stringContaining('readRows'))
  for (const client of writes) client.release()
  await close()
})

test('a write whose connection fails leaves its place to the next write', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const { pool, close } = connect(proxy.url, { max: 3 })
  const query = () => pool.query('select 1')
  await proxy.disconnect()
  for (let time = 0; time < 4; time += 1) await expect(query()).rejects.toThrow('ECONNREFUSED')
  await proxy.reconnect()
  expect((await query()).rowCount).toBe(1)
  await close()
  await proxy.disconnect()
})
