import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, type TestContext, vi } from 'vitest'
import { z } from 'zod'
import { advisoryLocks } from '#src/database/advisory-locks'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { createTempFolder } from '#test/backup/backup-fixture'
import { freePort, openProgram, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createEmbeddedFixture } from '#test/support/database/embedded-fixture'
import { createTestDatabase } from '#test/support/database/test-database'
import { call, testSecret } from '#test/support/test-api'

const program = openProgram()
const embedded = createEmbeddedFixture()

/** Starts Stockie on a database whose migrations another process has locked, so the start waits there. */
async function startLocked(
  { onTestFinished: onEnd }: TestContext,
  prepare: (client: pg.Client, url: string) => Promise<unknown>,
) {
  const database = await createTestDatabase({ migrated: false })
  onEnd(database.drop)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onEnd(() => client.end())
  await prepare(client, database.url)
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
  const env = await serverEnv(database.url)
  const BACKUP_FOLDER = await mkdtemp(join(os.tmpdir(), 'stockie-backups-'))
  onEnd(() => rm(BACKUP_FOLDER, { recursive: true }))
  const server = program.start('main', { env: { ...env, BACKUP_FOLDER } })
  onEnd(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  const url = `http://127.0.0.1:${env.PORT}`
  const get = (path: string, headers = {}) => call(url + path, { headers })
  const waits = `select from pg_locks where not granted and locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  await vi.waitFor(async () => expect((await client.query(waits)).rowCount).toBe(1), 60_000)
  // The start is not quick, so the server listens.
  await vi.waitFor(() => get('/livez'), 60_000)
  const unlock = () => client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
  return { server, get, unlock }
}

test.concurrent('a starting server is alive, is not ready, and answers everything else with 503 @long', async (context) => {
  const { server, get, unlock } = await startLocked(context, async () => {})
  expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'starting' } })
  const readiness = { status: 'unavailable', process: 'starting' }
  for (const path of ['/readyz', '/readyz?exclude=database']) {
    expect(await get(path)).toMatchObject({ status: 503, body: readiness })
  }
  for (const path of ['/', '/sales', '/api/v1/customers', '/nothing']) {
    const { status, body, headers } = await get(path)
    expect([path, status, body]).toEqual([
      path,
      503,
      expect.objectContaining({ detail: 'Stockie is starting. Try again in a few seconds.' }),
    ])
    expect(headers.get('retry-after')).toBe('5')
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-request-id')).toBeTruthy()
  }
  expect(await get('/livez', { host: 'evil.example' })).toMatchObject({ status: 400 })
  expect(server.child.exitCode).toBeNull()

  await unlock()
  await server.waitForOutput('Stockie is at')
  expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await get('/readyz')).toMatchObject({ status: 200 })
  expect(await get('/api/v1/customers')).toMatchObject({ status: 401 })
})

test.concurrent('a server that upgrades a shop is alive during the backup, says so, and warns that it serves no older version @long', async (context) => {
  const { server, get, unlock } = await startLocked(context, async (client, url) => {
    await migrate(url, { migrations: (await readMigrations()).slice(0, -1) })
    await client.query(`insert into users (email, name, role, password_hash)
      values ('nora@stockie.test', 'Nora', 1, '$2b$04$' || repeat('x', 53))`)
  })
  expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'starting' } })
  expect(await get('/api/v1/customers')).toMatchObject({
    status: 503,
    body: {
      detail: 'Stockie is upgrading its database, after a backup. Try again in a few minutes.',
    },
  })
  await server.waitForOutput('This upgrade serves no older version.')
  await server.waitForOutput('Stockie makes a backup first.')
  await unlock()
  await server.waitForOutput('Stockie is at')
  expect(await get('/readyz')).toMatchObject({ status: 200 })
})

test.concurrent('a starting server stops at a signal, with exit code 0 @long', async (context) => {
  const { server, get } = await startLocked(context, async () => {})
  expect((await get('/sales')).status).toBe(503)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  await expect(get('/livez')).rejects.toThrow('ECONNREFUSED')
})

test('a quick start opens its port only when it is ready, so that a proxy asks another server meanwhile @long', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const env = await serverEnv(database.url)
  const server = program.start('main', { env })
  const begun = performance.now()
  const states: unknown[] = []
  while (states.at(-1) !== 'ok' && server.child.exitCode === null) {
    await call(`http://127.0.0.1:${env.PORT}/livez`).then(
      ({ body }) => states.push(z.object({ status: z.string() }).parse(body).status),
      () => {},
    )
  }
  // On a machine that is too busy, no start is quick.
  const isSlow = performance.now() - begun > 8_000
  expect(isSlow ? states.slice(-1) : states).toEqual(['ok'])
  server.child.kill('SIGTERM')
  await server.ended
})

test('a start on a newer schema that does not serve it ends with one sentence and exit code 1 @long', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  await withClient(database.url, (client) =>
    client.query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values ('newer', 'x', '99990101000000_newer', now())`),
  )
  const { code, stderr } = await program.run('main', { env: await serverEnv(database.url) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database is newer than this version of Stockie: .+\n$/)
})

/** The database of a newer version whose schema still serves this version. */
const newerSchema = `
  insert into _prisma_migrations (id, checksum, migration_name, finished_at)
  values ('newer', 'x', '99990101000000_newer', now());
  update served_versions set through = '99990101000000_newer'`

test('a server of an older version starts on a newer schema that serves it, and makes no backup and no export @long', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  await withClient(database.url, (client) => client.query(newerSchema))
  const serving = await serverEnv(database.url)
  const env = {
    ...serving,
    OWNER_EMAIL: 'nora@shop.example',
    OWNER_PASSWORD: 'a good password',
    BACKUP_FOLDER: await createTempFolder(),
  }
  const server = program.start('main', { env })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  await server.waitForOutput('Stockie is at')
  await server.waitForOutput('which still serves this version. Upgrade this server soon')
  const origin = `http://127.0.0.1:${serving.PORT}`
  expect((await call(`${origin}/readyz`)).status).toBe(200)
  const login = { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD }
  const { body } = await call(`${origin}/api/v1/auth/login`, { body: login })
  const { token } = z.object({ token: z.string() }).parse(body)
  const newer = { detail: expect.stringContaining('The database is newer than this version') }
  expect(await call(`${origin}/api/v1/export/ticket`, { token, method: 'POST' })).toMatchObject({
    status: 409,
    body: newer,
  })
  for (const [entry, args] of [
    ['backup', []],
    ['seed', ['--profile', 'e2e', '--reset', '--yes']],
    ['users', ['list']],
  ] as const) {
    const { code, stderr } = await program.run(entry, { args: [...args], env })
    expect([entry, code, stderr]).toEqual([
      entry,
      1,
      expect.stringContaining('The database is newer than this version of Stockie'),
    ])
  }
})

test('a start with the embedded database refuses a newer schema, because no other version runs there @long', async () => {
  const server = await embedded.start()
  await migrate(server.url)
  await withClient(server.url, (client) => client.query(newerSchema))
  await embedded.close(server)
  const env = { STOCKIE_HOME: embedded.home, PORT: String(await freePort()) }
  const { code, stderr } = await program.run('main', { env })
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The database is newer than this version of Stockie'),
  ])
})

test('a second server with another secret is refused, and may start after the first has stopped @long', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const first = program.start('main', { env: await serverEnv(database.url) })
  await first.waitForOutput('Stockie is at')
  const env = {
    ...(await serverEnv(database.url)),
    JWT_SECRET: testSecret.slice(9) + testSecret.slice(0, 9),
    LOG_LEVEL: 'warn',
  }
  const refused = await program.run('main', { env })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^The server at \S+:\d+ runs on this database with another JWT_SECRET than the settings here: set the same value here\. .+\n$/,
  )
  first.child.kill('SIGTERM')
  await first.ended
  const second = program.start('main', { env: { ...env, LOG_LEVEL: 'info' } })
  await second.waitForOutput('Stockie is at')
  second.child.kill('SIGTERM')
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' })
})
