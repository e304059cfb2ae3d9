import { expect, onTestFinished, test } from 'vitest'
import { openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/test-api'

const program = openProgram()

test('a start on a standby is refused with one sentence, before it writes anything', async () => {
  const database = await createTestDatabase({ migrated: false })
  onTestFinished(database.drop)
  const name = new URL(database.url).pathname.slice(1)
  // PostgreSQL finds this function first, so the database looks like one of a standby.
  await withClient(database.url, (client) =>
    client.query(`create function public.pg_is_in_recovery() returns boolean return true;
      alter database ${name} set search_path = public, pg_catalog`),
  )
  const { code, stderr } = await program.run('main', { env: await serverEnv(database.url) })
  expect([code, stderr]).toEqual([
    1,
    'This PostgreSQL is a standby, and Stockie can write only to a primary: let DATABASE_URL lead to the primary.\n',
  ])
})

test('a start warns of what the doctor would report about its cluster, and serves @long', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const name = new URL(database.url).pathname.slice(1)
  await withClient(database.url, (client) =>
    client.query(`alter database ${name} set synchronous_commit = off`),
  )
  const env = await serverEnv(database.url)
  const server = program.start('main', { env: { ...env, LOG_LEVEL: 'warn' } })
  await server.waitForOutput('synchronous_commit is off')
  expect((await call(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})
