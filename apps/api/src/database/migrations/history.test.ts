import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import {
  createMigrationsFolder,
  ownMigrations,
  catchMigrationError,
} from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const own = (await readMigrations()).map((migration) => migration.name)
const database = createDatabasePerTest()
const { query } = database

// @holds asvs 11.4.3
test('migrate refuses a migration that was edited after it was applied', async () => {
  const folder = await createMigrationsFolder({}, { withOwn: true })
  await migrate(database.url, { migrationsFolder: folder })
  await appendFile(path.join(folder, own[0] ?? '', 'migration.sql'), '-- later thoughts\n')
  expect(await catchMigrationError(migrate(database.url, { migrationsFolder: folder }))).toBe(
    `The migration ${own[0]} was edited after it had been applied to this database: undo the edit, and write a new migration instead.`,
  )
})

test('migrate ignores Windows line endings in an applied migration @long', async () => {
  await migrate(database.url)
  const folder = await createMigrationsFolder({}, { withOwn: true })
  for (const name of own) {
    const file = path.join(folder, name, 'migration.sql')
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  }
  expect(await migrate(database.url, { migrationsFolder: folder })).toEqual([])
})

test('migrate refuses a database that is newer than the code @long', async () => {
  const newer = '20991231235959_from_the_future'
  const folder = await createMigrationsFolder({ [newer]: 'SELECT 1;' }, { withOwn: true })
  expect(await migrate(database.url, { migrationsFolder: folder })).toEqual([...own, newer])
  expect(await catchMigrationError(migrate(database.url))).toBe(
    `The database is newer than this version of Stockie: it has the migration ${newer}, which this version does not know. Start the version that made it, or a newer one.`,
  )
})

test('migrate refuses a database with a migration that another runner left unfinished @long', async () => {
  await migrate(database.url)
  await query(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${own.at(-1)}'`,
  )
  expect(await catchMigrationError(migrate(database.url))).toBe(
    `The migration ${own.at(-1)} was started on this database and did not finish. Restore the last backup, or repair it and mark it with "prisma migrate resolve".`,
  )
})

test('migrate skips entries that "prisma migrate resolve" marked as rolled back @long', async () => {
  await migrate(database.url)
  await query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, rolled_back_at)
     VALUES ('given up', 'another', '${own[0]}', now()), ('forgotten', 'x', '0_gone', now())`,
  )
  expect(await migrate(database.url)).toEqual([])
})

test('migrate refuses a database with foreign tables', async () => {
  await query('CREATE TABLE wp_posts (id integer)')
  expect(await catchMigrationError(migrate(database.url))).toBe(
    'The database already holds tables that Stockie did not make ("wp_posts"): give Stockie a database of its own.',
  )
})

test('migrate writes the same history table and checksums as Prisma @long', async () => {
  await migrate(database.url)
  const columns = await query(
    `SELECT column_name AS name, data_type AS type, character_maximum_length AS length,
       is_nullable AS nullable, column_default AS "default"
     FROM information_schema.columns WHERE table_name = '_prisma_migrations'
     ORDER BY ordinal_position`,
  )
  const text = 'character varying'
  const time = 'timestamp with time zone'
  expect(columns).toEqual([
    { name: 'id', type: text, length: 36, nullable: 'NO', default: null },
    { name: 'checksum', type: text, length: 64, nullable: 'NO', default: null },
    { name: 'finished_at', type: time, length: null, nullable: 'YES', default: null },
    { name: 'migration_name', type: text, length: 255, nullable: 'NO', default: null },
    { name: 'logs', type: 'text', length: null, nullable: 'YES', default: null },
    { name: 'rolled_back_at', type: time, length: null, nullable: 'YES', default: null },
    { name: 'started_at', type: time, length: null, nullable: 'NO', default: 'now()' },
    { name: 'applied_steps_count', type: 'integer', length: null, nullable: 'NO', default: '0' },
  ])
  const file = await readFile(path.join(ownMigrations, own[0] ?? '', 'migration.sql'))
  expect(
    await query(`SELECT checksum FROM _prisma_migrations WHERE migration_name = '${own[0]}'`),
  ).toEqual([{ checksum: createHash('sha256').update(file).digest('hex') }])
})

test('migrate refuses a migration folder without a migration.sql', async () => {
  const folder = await createMigrationsFolder({})
  await mkdir(path.join(folder, '1_empty'))
  expect(await catchMigrationError(migrate(database.url, { migrationsFolder: folder }))).toBe(
    'The migration 1_empty has no readable migration.sql.',
  )
})
