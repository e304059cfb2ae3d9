import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientBase } from 'pg'
import { isServedBy, parseServes, type ServedVersions } from './served-versions'

/** The database cannot be migrated. The message tells the person who starts Stockie why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type HistoryEntry = { name: string; checksum: string; finished: boolean }

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

/** Finds a table of the schema that does not belong to an extension. */
const selectForeignTable = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname LIMIT 1`

/** Reads which migrations were applied. Creates an empty history in a database without one. */
export async function openHistory(client: ClientBase): Promise<HistoryEntry[]> {
  const history = await readHistory(client)
  if (history) return history
  const foreign = await client.query<{ name: string }>(selectForeignTable)
  if (foreign.rows[0]) {
    throw new MigrationError(
      `The database already holds tables that Stockie did not make ("${foreign.rows[0].name}"): give Stockie a database of its own.`,
    )
  }
  await client.query(createTable)
  return []
}

/** Reads which migrations were applied. Null if the database has no history. */
export async function readHistory(
  client: Pick<ClientBase, 'query'>,
): Promise<HistoryEntry[] | null> {
  const lookup = await client.query<{ table: string | null }>(
    `SELECT to_regclass('_prisma_migrations')::text AS table`,
  )
  if (lookup.rows[0]?.table == null) return null
  const history = await client.query<HistoryEntry>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return history.rows
}

/**
 * Returns the migrations that the database lacks. Throws if this version cannot continue from its history. A newer
 * schema is accepted only with a statement of the database that it still serves this version.
 */
export function findPending(
  migrations: readonly Migration[],
  history: HistoryEntry[],
  served: ServedVersions | null = null,
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const isServed = isServedBy(served, {
    own: migrations.map(({ name }) => name),
    applied: history.filter(({ finished }) => finished).map(({ name }) => name),
  })
  for (const { name, checksum, finished } of history) {
    const migration = known.get(name)
    if (!migration && finished && isServed) continue
    if (!migration) {
      throw new MigrationError(
        `The database is newer than this version of Stockie: it has the migration ${name}, which this version does not know. Start the version that made it, or a newer one.`,
      )
    }
    if (!finished) {
      throw new MigrationError(
        `The migration ${name} was started on this database and did not finish. Restore the last backup, or repair it and mark it with "prisma migrate resolve".`,
      )
    }
    if (checksum !== migration.checksum) {
      throw new MigrationError(
        `The migration ${name} was edited after it had been applied to this database: undo the edit, and write a new migration instead.`,
      )
    }
  }
  const applied = new Set(history.map((entry) => entry.name))
  return migrations.filter((migration) => !applied.has(migration.name))
}

export type Migration = {
  name: string
  sql: string
  checksum: string
  /** The oldest version, named by its newest migration, whose program still works after this migration. */
  serves: string
}

/** The migrations that this version of Stockie knows, oldest first. */
export async function readMigrations(folder = findMigrationsFolder()): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.toSorted().map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout on Windows may have converted the line endings. The checksum must not depend on that.
  const text = await readFile(join(folder, name, 'migration.sql'), 'utf8').catch(
    (cause: unknown) => {
      throw new MigrationError(`The migration ${name} has no readable migration.sql.`, { cause })
    },
  )
  const sql = text.replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { name, sql, checksum, serves: parseServes(sql) ?? name }
}

/** Walks up the folders: this code runs from src/database and, bundled, from dist. */
function findMigrationsFolder(): string {
  let above = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const folder = join(above, 'prisma', 'migrations')
    if (existsSync(join(folder, 'migration_lock.toml'))) return folder
    if (above === dirname(above)) {
      throw new MigrationError('The folder prisma/migrations is missing from this installation.')
    }
    above = dirname(above)
  }
}
