import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { type Migration, readMigrations } from '#src/database/migrations/history'
import { isSchemaServed } from '#src/database/migrations/served-versions'
import { migrate } from '#src/database/migrations/migrate'
import { connect, type Connection } from '#src/database/pool/connect'

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

test.each([
  { known: ['1_first', '3_third'], current: true },
  { known: ['1_first'], current: false },
  { known: ['1_first', '3_third', '4_fourth'], current: false },
  { known: ['1_first', '2_second', '3_third'], current: false },
  { known: ['1_first', '2_second'], current: false },
])(
  'a database with 1_first and 3_third is current for $known: $current',
  async ({ known, current }) => {
    const { folder } = await migrations('1_first', '3_third')
    await migrate(database.url, { migrationsFolder: folder })
    const { read } = await migrations(...known)
    expect(await isSchemaServed(connection.pool, read)).toBe(current)
  },
)

test('isSchemaServed is false for an empty database and throws for a foreign history table', async () => {
  const { read } = await migrations('1_first')
  expect(await isSchemaServed(connection.pool, read)).toBe(false)
  await connection.pool.query('CREATE TABLE _prisma_migrations (other integer)')
  await expect(isSchemaServed(connection.pool, read)).rejects.toThrow('column')
})

test('isSchemaServed ignores unfinished and rolled back migrations', async () => {
  const { folder, read } = await migrations('1_first', '2_second')
  await migrate(database.url, { migrationsFolder: folder })
  await connection.pool.query(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaServed(connection.pool, read)).toBe(false)
  await connection.pool.query('UPDATE _prisma_migrations SET finished_at = now()')
  expect(await isSchemaServed(connection.pool, read)).toBe(true)
  await connection.pool.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_second'`,
  )
  expect(await isSchemaServed(connection.pool, read)).toBe(false)
})
