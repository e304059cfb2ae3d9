import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMigrationsFolder } from '../../test/migrations-folder'
import { createTestDatabase, type TestDatabase } from '../../test/test-database'
import { isSchemaCurrent } from './is-schema-current'
import { migrate } from './migrate'
import { readMigrations, type Migration } from './read-migrations'

let database: TestDatabase
let pool: pg.Pool

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  pool = new pg.Pool({ connectionString: database.url })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

async function migrations(...names: string[]): Promise<{ folder: string; read: Migration[] }> {
  const folder = await createMigrationsFolder(
    Object.fromEntries(names.map((name) => [name, 'SELECT 1;'])),
  )
  return { folder, read: await readMigrations(folder) }
}

test('a database is current when it has exactly the migrations of this version', async () => {
  const older = await migrations('1_first')
  const current = await migrations('1_first', '2_second')
  const newer = await migrations('1_first', '2_second', '3_third')
  await migrate(database.url, { migrationsFolder: current.folder })
  expect(await isSchemaCurrent(pool, older.read)).toBe(false)
  expect(await isSchemaCurrent(pool, current.read)).toBe(true)
  expect(await isSchemaCurrent(pool, newer.read)).toBe(false)
})

test('an empty database is not current, and another failure is not mistaken for that', async () => {
  const { read } = await migrations('1_first')
  expect(await isSchemaCurrent(pool, read)).toBe(false)
  await pool.query('CREATE TABLE _prisma_migrations (other integer)')
  await expect(isSchemaCurrent(pool, read)).rejects.toThrow('column')
})

test('a migration that never finished, or was rolled back, does not count', async () => {
  const { folder, read } = await migrations('1_first', '2_second')
  await migrate(database.url, { migrationsFolder: folder })
  await pool.query(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaCurrent(pool, read)).toBe(false)
  await pool.query('UPDATE _prisma_migrations SET finished_at = now()')
  expect(await isSchemaCurrent(pool, read)).toBe(true)
  await pool.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaCurrent(pool, read)).toBe(false)
})
