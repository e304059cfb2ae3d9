import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { type Backend, createBackendProbe } from '#src/database/pool/backend-probe'
import { connect, type Connection } from '#src/database/pool/connect'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { DatabaseClient } from '#src/database/pool/database-client'

const ownBackend = `
  select pid, extract(epoch from backend_start)::text as start from pg_stat_activity
  where pid = pg_backend_pid()`

/** A backend of another server. */
const other = { pid: 1, start: '0' }

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

test('probes that overlap share one connection and cancel each statement that waits', async () => {
  const { pool } = connection
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
  const [blocker, ...waiting] = clients
  await blocker?.query('begin; lock table users')
  const backends = await Promise.all(
    waiting.map(async (client) => {
      const { rows } = await client.query<Backend>(ownBackend)
      return rows[0] ?? other
    }),
  )
  const outcomes = waiting.map((client) =>
    expect(client.query('select * from users for update')).rejects.toMatchObject({ code: '57014' }),
  )
  await vi.waitFor(async () => {
    const locks = await blocker?.query('select pid from pg_locks where not granted')
    expect(locks?.rowCount).toBe(3)
  }, 10_000)

  const connecting = vi.spyOn(DatabaseClient.prototype, 'connect')
  const probe = createBackendProbe({ connectionString: database.url, timeoutMs: 10_000 })
  const state = { isPending: () => true, isSilent: () => true, isCommitted: false }
  const answers = await Promise.all(backends.map((backend) => probe({ backend, ...state })))
  expect(answers).toEqual(['active', 'active', 'active'])
  await Promise.all(outcomes)
  expect(connecting).toHaveBeenCalledTimes(1)

  // The connection is closed after the last of them.
  const [backend = other] = backends
  expect(await probe({ ...state, backend, isSilent: () => false })).toBe('active')
  expect(connecting).toHaveBeenCalledTimes(2)
  for (const client of clients) client.release(true)
})

test('a probe of a server that refuses the connection says that the backend is at work', async () => {
  const connectionString = database.url.replace(/[^/]*$/, 'no_such_database')
  const probe = createBackendProbe({ connectionString, timeoutMs: 10_000 })
  const target = {
    backend: other,
    isPending: () => true,
    isSilent: () => true,
    isCommitted: false,
  }
  expect(await probe(target)).toBe('active')
})

test('a probe neither cancels nor terminates a backend of another server with the same pid', async () => {
  const client = await connection.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const probe = createBackendProbe({ connectionString: database.url, timeoutMs: 10_000 })
  const backend = { pid: rows[0]?.pid ?? 0, start: other.start }
  const state = { isPending: () => true, isSilent: () => true, isCommitted: false }
  expect(await probe({ backend, ...state })).toBe('lost')
  expect((await client.query('select 1')).rowCount).toBe(1)
  client.release()
})

test('a probe without an answer says that a silent backend is lost', async () => {
  // Port 1 of this machine refuses connections.
  const connectionString = 'postgresql://stockie@127.0.0.1:1/stockie'
  const probe = createBackendProbe({ connectionString, timeoutMs: 10_000 })
  const target = { backend: other, isPending: () => true, isCommitted: false }
  expect(await probe({ ...target, isSilent: () => true })).toBe('lost')
  expect(await probe({ ...target, isSilent: () => false })).toBe('active')
})

test('a probe of a commit that waited for a standby touches no other backend that has its pid now', async () => {
  const { pool } = connection
  // Long enough, so that their own watchdogs do not probe them.
  const [blocker, waiting, idle] = await withDeadline(performance.now() + 60_000, () =>
    Promise.all([1, 2, 3].map(() => pool.connect())),
  )
  await waiting?.query('set lock_timeout to 0')
  await blocker?.query('begin; lock table users')
  const backendOf = async (client = idle) =>
    (await client?.query<Backend>(ownBackend))?.rows[0] ?? other
  const backends = [await backendOf(waiting), await backendOf()]
  const blocked = waiting?.query('select * from users for update')
  await vi.waitFor(async () => {
    const locks = await blocker?.query('select pid from pg_locks where not granted')
    expect(locks?.rowCount).toBe(1)
  }, 10_000)
  const probe = createBackendProbe({ connectionString: database.url, timeoutMs: 10_000 })
  const target = { isPending: () => true, isCommitted: true }
  for (const backend of backends) {
    expect(await probe({ ...target, backend, isSilent: () => true })).toBe('lost')
    expect(await probe({ ...target, backend, isSilent: () => false })).toBe('active')
  }
  await blocker?.query('rollback')
  expect((await blocked)?.rowCount).toBe(0)
  expect(await backendOf()).toEqual(backends[1])
  for (const client of [blocker, waiting, idle]) client?.release()
})
