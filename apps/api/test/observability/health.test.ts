import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApi, type TestApi } from '#test/support/test-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const readyz = () => call(`${api.url}/readyz`)

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
  expect(await readyz()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'cannot be reached', schema: 'unknown' },
  })
  await api.databaseProxy.reconnect()
  expect((await readyz()).status).toBe(200)
})

test('/readyz answers 503 within seconds while the database is frozen', async () => {
  expect((await readyz()).status).toBe(200)
  api.databaseProxy.freeze()
  expect(await readyz()).toMatchObject({ status: 503, body: { database: 'cannot be reached' } })
  api.databaseProxy.resume()
  expect((await readyz()).status).toBe(200)
})

test('/readyz answers 503 while the schema has another version, newer or older', async () => {
  await api.pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     values ('newer', 'x', '99990101000000_newer', now())`,
  )
  expect(await readyz()).toMatchObject({ status: 503, body: { schema: 'of another version' } })
  await api.pool.query(`delete from _prisma_migrations where id = 'newer'`)
  expect((await readyz()).status).toBe(200)

  await api.pool.query(
    `update _prisma_migrations set finished_at = null
     where migration_name = (select max(migration_name) from _prisma_migrations)`,
  )
  expect((await readyz()).status).toBe(503)
  await api.pool.query('update _prisma_migrations set finished_at = now()')
})

test('/readyz answers 503 while the process drains', async () => {
  api.setDraining(true)
  expect(await readyz()).toMatchObject({ status: 503, body: { process: 'draining' } })
  api.setDraining(false)
  expect((await readyz()).status).toBe(200)
})
