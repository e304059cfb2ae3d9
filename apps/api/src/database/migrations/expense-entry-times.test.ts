import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#src/database/migrations/migrate'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { createDatabasePerTest } from '#test/support/database/test-database'

const database = createDatabasePerTest()
const { query } = database
const name = '20261124183927_expense_entry_times'

test('the expenses of an older shop were entered when they were created, and their list changes @long', async () => {
  const older = await createMigrationsFolder({}, { withOwn: true })
  const migrations = (await readdir(older)).filter((entry) => entry >= name && /^\d/.test(entry))
  await Promise.all(migrations.map((entry) => rm(path.join(older, entry), { recursive: true })))
  await migrate(database.url, { migrationsFolder: older })
  await query(`
    insert into expense_categories (name) values ('Rent');
    insert into expenses (name, amount, expense_category_id, created_at)
      values ('Rent', 1, 1, '2024-02-29 23:59:59.999Z'), ('Power', 2, 1, '2026-11-01 05:30Z')`)
  const revision = "select sum(count)::integer as count from changes where source = 'expenses'"
  const before = await query(revision)

  expect(await migrate(database.url)).toContain(name)
  expect(await query(revision)).not.toEqual(before)
  expect(
    await query('select count(*)::integer as kept from expenses where entered_at = created_at'),
  ).toEqual([{ kept: 2 }])
  // The older program takes the moment from its own clock, and names no moment of entry.
  await query(`insert into expenses (name, amount, expense_category_id, created_at)
    values ('Tea', 3, 1, now() - interval '1 hour')`)
  expect(
    await query(`select entered_at between now() - interval '1 minute' and now() as "isNow"
      from expenses where name = 'Tea'`),
  ).toEqual([{ isNow: true }])
})
