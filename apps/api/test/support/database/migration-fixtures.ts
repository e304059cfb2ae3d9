import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { MigrationError } from '#src/database/migrations/history'

export const ownMigrations = path.resolve(import.meta.dirname, '../../../../../prisma/migrations')

/** Creates a folder of migrations for one test: the given ones, optionally after Stockie's own. */
export async function createMigrationsFolder(
  files: Record<string, string>,
  { withOwn = false } = {},
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  if (withOwn) await cp(ownMigrations, folder, { recursive: true })
  await writeMigrations(folder, files)
  return folder
}

export async function writeMigrations(folder: string, files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'migration.sql'), sql)
  }
}

/** Returns the message of the MigrationError that the work rejects with. */
export async function catchMigrationError(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.fail('the migration was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof MigrationError)) throw error
  return error.message
}

/** Every object of the schema by kind and name, with PostgreSQL's own definition. */
const catalog = `
  WITH ours AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
      AND relname <> '_prisma_migrations'
  )
  SELECT 'table' AS kind, relname AS name, '' AS definition FROM ours
  UNION ALL
  SELECT 'column', relname || '.' || attname,
    concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
      'DEFAULT ' || pg_get_expr(adbin, adrelid), attidentity, attgenerated)
  FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  UNION ALL
  SELECT CASE contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' ELSE 'key' END, conname,
    relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
  FROM ours JOIN pg_constraint ON conrelid = ours.oid AND contype <> 'n'
  UNION ALL
  SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
  FROM ours JOIN pg_index ON indrelid = ours.oid
  UNION ALL
  SELECT 'trigger', tgname, pg_get_triggerdef(pg_trigger.oid)
  FROM ours JOIN pg_trigger ON tgrelid = ours.oid AND NOT tgisinternal
  UNION ALL
  SELECT 'function', proname, CASE prokind
    WHEN 'a' THEN (SELECT aggtransfn::text FROM pg_aggregate WHERE aggfnoid = pg_proc.oid)
    ELSE pg_get_functiondef(oid) END
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'sequence', relname, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqcycle)
  FROM pg_sequence JOIN pg_class ON oid = seqrelid AND relnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'enum', typname, string_agg(enumlabel, ', ' ORDER BY enumsortorder)
  FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname`

export async function readCatalog(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ kind: string; name: string; definition: string }>(catalog)
  return new Map(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, definition]))
}
