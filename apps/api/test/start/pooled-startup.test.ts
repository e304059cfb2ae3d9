import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/test-api'

const program = openProgram()
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterEach(() => database.drop())

test('a start behind a pooler that shares sessions fails with one sentence and migrates nothing', async () => {
  const url = await openFakePooler(database.url, { mode: 'transaction' })
  const { code, stderr } = await program.run('main', { env: await serverEnv(url) })
  expect(code).toBe(1)
  expect(stderr).toContain('set pool_mode = session')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  const tables = await withClient(database.url, (client) =>
    client.query(`select from pg_tables where schemaname = 'public'`),
  )
  expect(tables.rowCount).toBe(0)
})

test('a start behind a pooler in session mode serves, also if another server of the address is down @long', async () => {
  const url = new URL(await openFakePooler(database.url))
  const servers = `127.0.0.1:${await freePort()},${url.host}`
  const address = `${url.href.replace(url.host, servers)}&target_session_attrs=read-write`
  const env = await serverEnv(address)
  const server = program.start('main', { env: { ...env, STOCKIE_SEED: 'e2e' } })
  await server.waitForOutput('Stockie is at')
  expect((await call(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})
