import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { decoyHash } from '#src/security/passwords'
import { withClient } from '#test/support/database/database-server'
import {
  createMigrationsFolder,
  catchMigrationError,
  writeMigrations,
} from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const own = (await readMigrations()).map((migration) => migration.name)
const run = promisify(execFile)
const database = createDatabasePerTest()
const { query } = database

test('migrate finds its folder and applies every migration once', async () => {
  expect(own.length).toBeGreaterThan(1)
  expect(await migrate(database.url)).toEqual(own)
  expect(await migrate(database.url)).toEqual([])
})

const upgradeOptions = { folder: '', keep: 1, logBackup: () => {}, warn: () => {} }

async function createShop(): Promise<void> {
  await migrate(database.url)
  await query(
    `insert into users (email, name, role, password_hash) values ('a', 'a', 1, '${decoyHash}')`,
  )
}

test('a database of PostgreSQL 14 is refused, also if nothing is to be migrated', async () => {
  await createShop()
  const answer = Reflect.get(pg.Client.prototype, 'query')
  const ask = vi.spyOn(pg.Client.prototype, 'query')
  ask.mockImplementation(function (this: pg.Client, text: string, ...rest: unknown[]) {
    const older = text.replace("current_setting('server_version_num')", "'140012'")
    return Reflect.apply(answer, this, [older, ...rest])
  })
  onTestFinished(() => ask.mockRestore())
  await expect(upgradeDatabase(database.url, upgradeOptions)).rejects.toThrow(
    'Stockie needs PostgreSQL 15 or newer; this database is version 14.',
  )
})

test('without a migration to run, a command waits for another program that migrates, and a server does not', async () => {
  await createShop()
  const log = vi.fn<(line: string) => void>()
  const upgrade = (sharedAs: 'server' | 'command') =>
    upgradeDatabase(database.url, { ...upgradeOptions, sharedAs, log })
  await withClient(database.url, async (client) => {
    await client.query('SELECT pg_advisory_lock(72707369)')
    expect(await upgrade('server')).toEqual([])
    const waiting = upgrade('command')
    const message = 'Another process is migrating the database; waiting for it.'
    await vi.waitFor(() => expect(log.mock.calls).toEqual([[message]]), 10_000)
    await client.query('SELECT pg_advisory_unlock(72707369)')
    expect(await waiting).toEqual([])
  })
})

test('six processes can migrate the same database at once @long', async () => {
  const program = path.resolve(
    import.meta.dirname,
    '../../../test/support/database/migration-process.ts',
  )
  const outputs = await withClient(database.url, async (client) => {
    // Holds the lock until all six processes wait for it, so that they compete.
    await client.query('SELECT pg_advisory_lock(72707369)')
    const processes = Array.from({ length: 6 }, () =>
      run(process.execPath, ['--import', import.meta.resolve('tsx'), program, database.url]),
    )
    await vi.waitFor(
      async () => {
        const { rows } = await client.query<{ waiting: number }>(
          `SELECT count(*)::integer AS waiting FROM pg_locks
           WHERE locktype = 'advisory' AND NOT granted`,
        )
        expect(rows).toEqual([{ waiting: 6 }])
      },
      { timeout: 50_000, interval: 100 },
    )
    await client.query('SELECT pg_advisory_unlock(72707369)')
    return Promise.all(processes)
  })
  const applied = outputs.map(({ stdout }) => JSON.parse(stdout) as string[])
  expect(applied.filter((names) => names.length > 0)).toEqual([own])
  expect(await query('SELECT count(*)::integer AS count FROM _prisma_migrations')).toEqual([
    { count: own.length },
  ])
})

test('migrate logs that it waits for another process and gives up after its time limit @long', async () => {
  const log = vi.fn<(message: string) => void>()
  await withClient(database.url, async (client) => {
    await client.query('SELECT pg_advisory_lock(72707369)')
    expect(await catchMigrationError(migrate(database.url, { lockWaitMs: 50, log }))).toBe(
      'Another process has been migrating the database for 0 seconds: wait until it is done, or stop it, and start again.',
    )
  })
  expect(log.mock.calls).toEqual([['Another process is migrating the database; waiting for it.']])
  expect(await migrate(database.url)).toEqual(own)
})

test('migrate rolls back a failing migration, names it and keeps the earlier ones', async () => {
  const folder = await createMigrationsFolder({
    '1_first': 'CREATE TABLE kept (id integer);',
    '2_second': 'CREATE TABLE lost (id integer); INSERT INTO lost VALUES (1); SELECT 1 / 0;',
    '3_third': 'CREATE TABLE never (id integer);',
  })
  expect(await catchMigrationError(migrate(database.url, { migrationsFolder: folder }))).toBe(
    'The migration 2_second failed and was rolled back: division by zero',
  )
  expect(await query('SELECT relname FROM pg_stat_user_tables ORDER BY relname')).toEqual([
    { relname: '_prisma_migrations' },
    { relname: 'kept' },
  ])
  expect(await query('SELECT migration_name FROM _prisma_migrations')).toEqual([
    { migration_name: '1_first' },
  ])

  await writeMigrations(folder, { '2_second': 'CREATE TABLE lost (id integer);' })
  expect(await migrate(database.url, { migrationsFolder: folder })).toEqual(['2_second', '3_third'])
})

test('migrate applies functions with semicolons and dollar quotes unchanged', async () => {
  const folder = await createMigrationsFolder({
    '1_function': `
      CREATE FUNCTION greet(name text) RETURNS text LANGUAGE plpgsql AS $body$
      DECLARE greeting text := 'a;b'; -- ; $$
      BEGIN
        IF name IS NULL THEN RETURN ';'; END IF;
        greeting := greeting || name;
        RETURN greeting;
      END;
      $body$;
      CREATE TABLE greetings AS SELECT greet(';') AS text;`,
  })
  await migrate(database.url, { migrationsFolder: folder })
  expect(await query('SELECT text FROM greetings')).toEqual([{ text: 'a;b;' }])
})

test('a migration may take longer than the timeouts of the database @long', async () => {
  const folder = await createMigrationsFolder({ '1_slow': 'SELECT pg_sleep(0.8);' })
  const name = new URL(database.url).pathname.slice(1)
  // On one connection: the first setting already limits new connections, such as one for the second setting.
  await withClient(database.url, async (client) => {
    await client.query(`ALTER DATABASE ${name} SET statement_timeout = '500ms'`)
    await client.query(`ALTER DATABASE ${name} SET transaction_timeout = '500ms'`)
  })
  expect(await migrate(database.url, { migrationsFolder: folder })).toEqual(['1_slow'])
})

test('migrate rolls back a migration if its entry in the history fails', async () => {
  const folder = await createMigrationsFolder({
    '1_unwritable': `
      CREATE TABLE lost (id integer);
      ALTER TABLE _prisma_migrations ADD CONSTRAINT full_up CHECK (migration_name IS NULL);`,
  })
  expect(await catchMigrationError(migrate(database.url, { migrationsFolder: folder }))).toContain(
    'full_up',
  )
  expect(await query('SELECT relname FROM pg_stat_user_tables')).toEqual([
    { relname: '_prisma_migrations' },
  ])
})
