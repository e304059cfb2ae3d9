import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReadiness } from '#src/http/health'
import { type Answer, call, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const readyz = () => call(`${api.url}/readyz`)

/** Polls until /readyz answers with this status, because it remembers its last answer for a second. */
async function awaitReadyz(status: number): Promise<Answer> {
  return vi.waitFor(async () => {
    const answer = await readyz()
    if (answer.status !== status) throw new Error(`/readyz answers ${answer.status}.`)
    return answer
  }, 30_000)
}

// @holds decision 2.9
test('/livez answers 200 while the process runs, with or without its database', async () => {
  expect(await call(`${api.url}/livez`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  await api.databaseProxy.disconnect()
  expect((await call(`${api.url}/livez`)).status).toBe(200)
  await api.databaseProxy.reconnect()
})

test('/readyz answers 200 while the process can serve', async () => {
  const answer = await readyz()
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'ok', database: 'ok', schema: 'ok', process: 'ok' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

// @holds decision 2.9
test('/readyz answers 503 without the database, and 200 when it is back', async () => {
  await api.databaseProxy.disconnect()
  expect(await awaitReadyz(503)).toMatchObject({
    body: { status: 'unavailable', database: 'cannot be reached', schema: 'unknown' },
  })
  await api.databaseProxy.reconnect()
  await awaitReadyz(200)
})

test('/readyz answers 503 within seconds while the database is frozen @long', async () => {
  expect((await readyz()).status).toBe(200)
  api.databaseProxy.freeze()
  expect(await awaitReadyz(503)).toMatchObject({ body: { database: 'cannot be reached' } })
  api.databaseProxy.resume()
  await awaitReadyz(200)
})

test('/readyz answers 503 while the schema has another version, newer or older @long', async () => {
  await api.pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values ('newer', 'x', '99990101000000_newer', now())`,
  )
  expect(await awaitReadyz(503)).toMatchObject({ body: { schema: 'of another version' } })
  await api.pool.query(`delete from _prisma_migrations where id = 'newer'`)
  await awaitReadyz(200)

  await api.pool.query(
    `update _prisma_migrations set finished_at = null
     where migration_name = (select max(migration_name) from _prisma_migrations)`,
  )
  await awaitReadyz(503)
  await api.pool.query('update _prisma_migrations set finished_at = now()')
})

test('/readyz answers 503 while the process drains', async () => {
  api.setDraining(true)
  expect(await readyz()).toMatchObject({ status: 503, body: { process: 'draining' } })
  api.setDraining(false)
  await awaitReadyz(200)
})

const proxyCheck = () => call(`${api.url}/readyz?exclude=database`)

test('/readyz?exclude=database answers 200 while only the database is away, at once @long', async () => {
  const excluded = { status: 'ok', database: 'excluded', schema: 'ok', process: 'ok' }
  expect(await proxyCheck()).toMatchObject({ status: 200, body: excluded })
  await api.databaseProxy.disconnect()
  await awaitReadyz(503)
  expect(await proxyCheck()).toMatchObject({ status: 200, body: excluded })
  const several = await call(`${api.url}/readyz?exclude=process&exclude=database`)
  expect(several).toMatchObject({ status: 200, body: excluded })
  await api.databaseProxy.reconnect()
  await awaitReadyz(200)
})

test('/readyz?exclude=database answers 503 while the process drains', async () => {
  api.setDraining(true)
  expect(await proxyCheck()).toMatchObject({ status: 503, body: { process: 'draining' } })
  api.setDraining(false)
})

test('/readyz?exclude=database learns by itself of a schema that does not serve this version, and remembers it without the database', async () => {
  const readiness = await createReadiness(api.pool, () => false, 0)
  expect(await readiness('database')).toMatchObject({ schema: 'ok' })
  await api.pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values ('newer', 'x', '99990101000000_newer', now())`,
  )
  const unserved = { database: 'excluded', schema: 'of another version', process: 'ok' }
  await vi.waitFor(async () => expect(await readiness('database')).toEqual(unserved), 30_000)
  await api.databaseProxy.disconnect()
  expect(await readiness()).toMatchObject({ schema: 'unknown' })
  expect(await readiness('database')).toEqual(unserved)
  await api.databaseProxy.reconnect()
  await api.pool.query(`delete from _prisma_migrations where id = 'newer'`)
  await vi.waitFor(
    async () => expect(await readiness('database')).toMatchObject({ schema: 'ok' }),
    30_000,
  )
})

test.each(['exclude=schema', 'exclude=', 'exclude=data&exclude=base', 'other=database'])(
  '/readyz?%s asks the database as /readyz does',
  async (search) => {
    const { status, body } = await call(`${api.url}/readyz?${search}`)
    expect([status, body]).toEqual([
      200,
      { status: 'ok', database: 'ok', schema: 'ok', process: 'ok' },
    ])
  },
)

/** Counts the database connections that the work takes from the pool. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const onAcquire = () => void (count += 1)
  api.pool.on('acquire', onAcquire)
  await work()
  api.pool.off('acquire', onAcquire)
  return count
}

// @holds asvs 15.2.2
test('concurrent and repeated checks of the readiness share one query of the database', async () => {
  const longerThanTheTest = 600_000
  const readiness = await createReadiness(api.pool, () => false, longerThanTheTest)
  const check = () => Promise.all(Array.from({ length: 20 }, readiness))
  expect(await countQueries(check)).toBe(1)
  expect(await countQueries(check)).toBe(0)

  const forgetful = await createReadiness(api.pool, () => false, 0)
  expect(await countQueries(() => Promise.all([forgetful(), forgetful()]))).toBe(1)
  expect(await countQueries(forgetful)).toBe(1)
})

test('a draining process reports its readiness without asking the database', async () => {
  const draining = await createReadiness(api.pool, () => true, 0)
  expect(await countQueries(draining)).toBe(0)
  expect(await draining()).toEqual({ database: 'unknown', schema: 'unknown', process: 'draining' })
})
