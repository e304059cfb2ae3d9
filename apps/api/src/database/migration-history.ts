import type { ClientBase } from 'pg'

import { MigrationError } from './migration-error'
import type { Migration } from './read-migrations'

export type Entry = { name: string; checksum: string; finished: boolean }

/** Prisma's own table, column for column, so that `prisma migrate deploy` reads it as its own. */
const createTable = `
  CREATE TABLE _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`

/** A table of the schema that no extension brought along. */
const foreignTable = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname LIMIT 1`

/** What was applied to the database; a database without a history gets an empty one. */
export async function openHistory(client: ClientBase): Promise<Entry[]> {
  const found = await readHistory(client)
  if (found) return found
  const foreign = await client.query<{ name: string }>(foreignTable)
  if (foreign.rows[0]) {
    throw new MigrationError(
      `The database already holds tables that Stockie did not make ("${foreign.rows[0].name}"): give Stockie a database of its own.`,
    )
  }
  await client.query(createTable)
  return []
}

/** What was applied to the database; null where nothing ever was. */
export async function readHistory(client: ClientBase): Promise<Entry[] | null> {
  const found = await client.query<{ table: string | null }>(
    `SELECT to_regclass('_prisma_migrations')::text AS table`,
  )
  if (found.rows[0]?.table == null) return null
  const history = await client.query<Entry>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return history.rows
}

/** Which migrations the database lacks; a history that this version cannot go on from is refused. */
export function findPending(migrations: readonly Migration[], history: Entry[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum, finished } of history) {
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(
        `The database is newer than this version of Stockie: it has the migration ${name}, which this version does not know. Start the version that made it, or a newer one.`,
      )
    }
    if (!finished) {
      throw new MigrationError(
        `The migration ${name} was begun on this database and never finished. Restore the last backup, or repair it and mark it with "prisma migrate resolve".`,
      )
    }
    if (checksum !== migration.checksum) {
      throw new MigrationError(
        `The migration ${name} was edited after it had been applied to this database: put the file back as it was, and write the change as a new migration.`,
      )
    }
  }
  const applied = new Set(history.map((entry) => entry.name))
  return migrations.filter((migration) => !applied.has(migration.name))
}
