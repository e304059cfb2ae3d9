import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { connect } from '#src/database/pool/connect'
import { withDeadline } from '#src/database/pool/deadline-pool'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('makes a connection for whoever waits in their own time, and not in that of whoever asked last', async () => {
  const line = await openDatabaseProxy(database.url)
  const { pool, close } = connect(line.url, { max: 1 })
  const only = await pool.connect()
  const asked = Promise.allSettled([
    pool.query('select 1'),
    withDeadline(performance.now() + 50, () => pool.query('select 1')),
  ])
  pool.once('remove', line.freeze)
  only.release(true)
  // Longer than whoever came last can wait.
  await wait(150)
  line.resume()
  expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await close()
  await line.disconnect()
})

test('makes a connection also for whoever is late where there is room, unless the database has failed them', async () => {
  const line = await openDatabaseProxy(database.url)
  const { pool, close } = connect(line.url, { max: 1 })
  const ask = (sql = 'select 1') => pool.query(sql)
  const late = <Result>(work: () => Promise<Result>) => withDeadline(performance.now() - 300, work)
  expect((await late(ask)).rowCount).toBe(1)
  const only = await pool.connect()
  await expect(late(ask)).rejects.toThrow('timeout exceeded')
  line.freeze()
  only.release(true)
  const slow = late(ask)
  // Longer than anybody who is late waits for a connection that others have.
  await wait(150)
  line.resume()
  expect((await slow).rowCount).toBe(1)

  await late(async () => {
    await expect(ask('select 1 / 0')).rejects.toThrow('division')
    await expect(ask()).rejects.toThrow('timeout exceeded')
  })
  line.freeze()
  await late(async () => {
    await expect(ask()).rejects.toThrow('connection timeout')
    await expect(ask()).rejects.toThrow('timeout exceeded')
  })
  line.resume()
  await close()
  await line.disconnect()
})

test('lets what is begun late wait for a moment', async () => {
  const { pool, close } = connect(database.url)
  const [other, lent] = [await pool.connect(), await pool.connect()]
  lent.release()
  await other.query('begin; lock table users')
  const late = withDeadline(performance.now() - 300, () =>
    pool.query('select * from users for update'),
  )
  const [read] = await Promise.allSettled([late, other.query('select pg_sleep(0.05); commit')])
  other.release()
  expect(read).toMatchObject({ status: 'fulfilled', value: { rowCount: 0 } })
  await close()
})
