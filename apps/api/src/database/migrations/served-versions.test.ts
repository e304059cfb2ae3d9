import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { endsService, isSchemaServed } from '#src/database/migrations/served-versions'
import { connect } from '#src/database/pool/connect'
import { withClient } from '#test/support/database/database-server'
import {
  catchMigrationError,
  createMigrationsFolder,
  ownMigrations,
} from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const own = await readMigrations()
const newestOwn = own.at(-1)?.name ?? ''
const database = createDatabasePerTest()
const { query } = database

const later = ['20991231000000_first', '20991231000001_second'] as const
const serving = (version: string) => `-- Serves: ${version}\nSELECT 1;`

/** Migrates the database as a newer version would, with these migrations after our own. */
async function migrateAsNewer(files: Record<string, string>) {
  const folder = await createMigrationsFolder(files, { withOwn: true })
  return migrate(database.url, { migrationsFolder: folder })
}

async function isOwnVersionServed() {
  const { pool, close } = connect(database.url)
  onTestFinished(close)
  return isSchemaServed(pool, own)
}

test('every migration since 20261128020000 says in its first line which older versions it serves', () => {
  const silent = own
    .filter(({ name }) => name > '20261128020000_books')
    .filter(({ name }) => {
      const file = path.join(ownMigrations, name, 'migration.sql')
      const [first = ''] = readFileSync(file, 'utf8').split('\n')
      const [, version] = /^-- Serves: (nothing older|\d{14}_\w+)$/.exec(first) ?? []
      const isOlder = own.some((other) => other.name === version && version < name)
      return version !== 'nothing older' && !isOlder
    })
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('a schema serves an older version while every newer migration does @long', async () => {
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  expect(await isOwnVersionServed()).toBe(true)
  await migrateAsNewer({ [later[0]]: serving(newestOwn), [later[1]]: serving(later[0]) })
  expect(await isOwnVersionServed()).toBe(false)
})

test.each([
  ['says that it serves nothing older', '-- Serves: nothing older\nSELECT 1;'],
  ['has no such line', 'SELECT 1;'],
  ['names a version that does not look like one', '-- Serves: everything\nSELECT 1;'],
])('a schema serves no older version if its newest migration %s @long', async (_what, sql) => {
  await migrateAsNewer({ [later[0]]: sql })
  expect(await isOwnVersionServed()).toBe(false)
})

test('a schema serves no older version after a migration by another runner @long', async () => {
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  await query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('other', 'x', '${later[1]}', now())`,
  )
  expect(await isOwnVersionServed()).toBe(false)
})

test('a newer schema does not serve a version with a migration that it lacks @long', async () => {
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  await query(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${own[0]?.name}'`,
  )
  expect(await isOwnVersionServed()).toBe(false)
})

test('an older version loses its service in the transaction of the migration @long', async () => {
  await migrate(database.url)
  const failing = { [later[0]]: '-- Serves: nothing older\nSELECT 1 / 0;' }
  expect(await catchMigrationError(migrateAsNewer(failing))).toContain('division by zero')
  expect(await isOwnVersionServed()).toBe(true)
  expect(await query('SELECT oldest, through FROM served_versions')).toEqual([
    { oldest: newestOwn, through: newestOwn },
  ])
})

test('a start accepts a newer schema that serves it, says so, and refuses another one @long', async () => {
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  const lines: string[] = []
  const options = {
    folder: '/nowhere',
    keep: 1,
    logBackup() {},
    warn: (line: string) => void lines.push(line),
    sharedAs: 'server' as const,
  }
  expect(await upgradeDatabase(database.url, options)).toEqual([])
  expect(lines).toEqual([
    'The database has the schema of a newer Stockie, which still serves this version. Upgrade this server soon: it makes no backup of that schema.',
  ])
  await migrateAsNewer({ [later[0]]: serving(newestOwn), [later[1]]: 'SELECT 1;' })
  const refused = upgradeDatabase(database.url, options)
  expect(await catchMigrationError(refused)).toContain(
    `The database is newer than this version of Stockie: it has the migration ${later[0]}`,
  )
})

test('a command refuses a newer schema even if that serves its version @long', async () => {
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  const refused = upgradeDatabase(database.url, {
    folder: '/nowhere',
    keep: 1,
    logBackup() {},
    warn() {},
    sharedAs: 'command',
  })
  expect(await catchMigrationError(refused)).toContain('The database is newer than this version')
})

test('endsService compares the pending migrations with the newest one that is applied', () => {
  const migration = (name: string, serves: string) => ({ name, serves, sql: '', checksum: '' })
  const pending = [migration('3', '2'), migration('4', '1')]
  expect(endsService(pending, ['1', '2'])).toBe(false)
  expect(endsService(pending, ['1'])).toBe(true)
  // A new database has no older version.
  expect(endsService(pending, [])).toBe(false)
})

test('a database without the statement serves its own version alone @long', async () => {
  await migrate(database.url)
  await withClient(database.url, (client) => client.query('DELETE FROM served_versions'))
  expect(await isOwnVersionServed()).toBe(true)
  await migrateAsNewer({ [later[0]]: serving(newestOwn) })
  expect(await isOwnVersionServed()).toBe(false)
})
