import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMigrationsFolder } from '../../test/migrations-folder'
import { createTestDatabase, type TestDatabase } from '../../test/test-database'
import { connect, type Connection } from './connect'
import { isSchemaCurrent } from './is-schema-current'
import { migrate } from './migrate'
import { readMigrations, type Migration } from './read-migrations'

let database: TestDatabase
let connection: Connection

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  connection = connect(database.url)
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

async function migrations(...names: string[]): Promise<{ folder: string; read: Migration[] }> {
  const folder = await createMigrationsFolder(
    Object.fromEntries(names.map((name) => [name, 'SELECT 1;'])),
  )
  return { folder, read: await readMigrations(folder) }
}

test('a database is current when it has exactly the migrations of this version', async () => {
  const current = await migrations('1_first', '3_third')
  await migrate(database.url, { migrationsFolder: current.folder })
  expect(await isSchemaCurrent(connection.pool, current.read)).toBe(true)

  const others = [
    ['1_first'],
    ['1_first', '3_third', '4_fourth'],
    ['1_first', '2_second', '3_third'],
    ['1_first', '2_second'],
  ]
  for (const names of others) {
    const { read } = await migrations(...names)
    expect(await isSchemaCurrent(connection.pool, read), names.join(' ')).toBe(false)
  }
})

test('an empty database is not current, and another failure is not mistaken for that', async () => {
  const { read } = await migrations('1_first')
  expect(await isSchemaCurrent(connection.pool, read)).toBe(false)
  await connection.pool.query('CREATE TABLE _prisma_migrations (other integer)')
  await expect(isSchemaCurrent(connection.pool, read)).rejects.toThrow('column')
})

test('a migration that never finished, or was rolled back, does not count', async () => {
  const { folder, read } = await migrations('1_first', '2_second')
  await migrate(database.url, { migrationsFolder: folder })
  await connection.pool.query(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaCurrent(connection.pool, read)).toBe(false)
  await connection.pool.query('UPDATE _prisma_migrations SET finished_at = now()')
  expect(await isSchemaCurrent(connection.pool, read)).toBe(true)
  await connection.pool.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaCurrent(connection.pool, read)).toBe(false)
})
