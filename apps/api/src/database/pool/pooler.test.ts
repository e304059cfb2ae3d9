import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { migrate } from '#src/database/migrations/migrate'
import { StartError } from '#src/errors'
import { connect } from './connect'
import { withDeadline } from './deadline-pool'
import { connectClient, readOnly } from './single-client'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('the pool sets its limits behind a pooler that refuses settings at the login @long', async () => {
  const { pool, close } = connect(await openFakePooler(database.url))
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle,
       current_setting('TimeZone') as zone`,
  )
  expect(rows).toEqual([{ statement: '30s', lock: '3s', idle: '5s', zone: 'UTC' }])
  await close()
})

/** Runs the work 300 ms before the request's deadline. */
const nearDeadline = <Result>(work: () => Promise<Result>) =>
  withDeadline(performance.now() + 300, work)

test('work behind a pooler may be silent for longer than the probe interval @long', async () => {
  const { pool, close } = connect(await openFakePooler(database.url))
  await pool.query('select 1')
  await pool.query(`insert into categories (name) values ('Tea')`)
  await withClient(database.url, (client) =>
    client.query(
      `create function rest() returns trigger language plpgsql as
         $$ begin perform pg_sleep(4.5); return old; end $$;
       create trigger rest before delete on categories for each row execute function rest()`,
    ),
  )
  const { rowCount } = await nearDeadline(() => pool.query('delete from categories'))
  expect(rowCount).toBe(1)
  await close()
})

test('the watchdog cancels a lock wait behind a pooler @long', async () => {
  const { pool, close } = connect(await openFakePooler(database.url))
  const [other, client] = [await pool.connect(), await nearDeadline(() => pool.connect())]
  await other.query('begin; lock table users')
  const blocked = client.query('select * from users for update')
  await expect(blocked).rejects.toMatchObject({ code: '57014' })
  client.release()
  other.release(true)
  await close()
})

test('single connections work behind a pooler that gives each client its own session @long', async () => {
  const url = await openFakePooler(database.url)
  const client = await connectClient(url)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  const limits = { applicationName: 'stockie-test', seconds: 5 }
  const rows = await readOnly(url, limits, async (reader) => (await reader.query('select 1')).rows)
  expect(rows).toHaveLength(1)
})

test('a migration behind a pooler that shares sessions is refused before any lock @long', async () => {
  const url = await openFakePooler(database.url, { mode: 'transaction' })
  const failure: unknown = await migrate(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(failure).toHaveProperty('code', '08001')
  expect(String(failure)).toContain('set pool_mode = session')
  const locks = await withClient(database.url, (client) =>
    client.query(`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`),
  )
  expect(locks.rowCount).toBe(0)
})
