import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ownMigrations } from '#test/support/database/migration-fixtures'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'

const folder = path.join(ownMigrations, '../sql')

/** In the order of their dependencies: the invariants read a view and call an aggregate of the totals. */
const files = [
  'stock-counts.sql',
  'stock.sql',
  'totals.sql',
  'returns.sql',
  'changes.sql',
  'day-sheets.sql',
  'activities.sql',
  'journal.sql',
  'books.sql',
  'invariants.sql',
  'product-codes.sql',
]

const definitions = `
  SELECT 'function ' || oid::regprocedure AS name, obj_description(oid, 'pg_proc') AS comment,
    CASE prokind
      WHEN 'a' THEN (SELECT to_jsonb(pg_aggregate)::text FROM pg_aggregate WHERE aggfnoid = pg_proc.oid)
      ELSE pg_get_functiondef(oid)
    END AS definition
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'view ' || oid::regclass, obj_description(oid, 'pg_class'), pg_get_viewdef(oid)
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'
  UNION ALL
  SELECT format('trigger %s on %s', tgname, tgrelid::regclass), obj_description(oid, 'pg_trigger'),
    concat(pg_get_triggerdef(oid), ' enabled ', tgenabled)
  FROM pg_trigger WHERE NOT tgisinternal`

/** CASCADE also drops the CHECK constraints that call is_trimmed. The comparison does not need them. */
const dropStatements = `
  SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS statement
  FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT format('DROP VIEW IF EXISTS %s CASCADE', oid::regclass)
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'
  UNION ALL
  SELECT format('DROP ROUTINE %s CASCADE', oid::regprocedure)
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`

async function dropDefinitions(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(dropStatements)
  await client.query(rows.map(({ statement }) => statement).join(';'))
}

/** Reads the functions, views and triggers of the schema, without the lines that are only a comment. */
async function readDefinitions(client: Client): Promise<Record<string, object>> {
  const { rows } = await client.query<{ name: string; comment: string | null; definition: string }>(
    definitions,
  )
  return Object.fromEntries(
    rows.map(({ name, comment, definition }) => [
      name,
      { comment, definition: definition.replaceAll(/^ *--.*\n/gm, '') },
    ]),
  )
}

/** Runs the work on a migrated database that is dropped when the test ends. */
async function onMigratedDatabase<Result>(work: (client: Client) => Promise<Result>) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return withClient(database.url, work)
}

test('prisma/sql defines every function, trigger and view as the migrations leave them', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted())
  const migrated = await onMigratedDatabase(readDefinitions)
  const written = await onMigratedDatabase(async (client) => {
    await dropDefinitions(client)
    expect(await readDefinitions(client)).toEqual({})
    for (const file of files) await client.query(await readFile(path.join(folder, file), 'utf8'))
    return readDefinitions(client)
  })

  expect(written).toEqual(migrated)
  expect(Object.keys(migrated).length).toBeGreaterThan(60)
})
