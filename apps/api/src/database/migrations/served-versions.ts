import pg, { type ClientBase } from 'pg'
import type { HistoryEntry, Migration } from './history'

/**
 * What the database says about versions older than its schema. A version has the name of its newest migration. Names
 * begin with a time, and compare by their characters.
 */
export type ServedVersions = {
  /** The oldest version that the schema still serves. */
  oldest: string
  /** The newest migration that this statement includes: another runner may have applied more without a word. */
  through: string
}

/** The line "-- Serves: <oldest version>" of a migration. Undefined if no older version is served. */
export function parseServes(sql: string): string | undefined {
  return /^-- Serves: (\d{14}_\w+)$/m.exec(sql)?.[1]
}

type Names = { own: readonly string[]; applied: readonly string[] }

/** Whether a schema that is newer than this version still serves it. */
export function isServedBy(served: ServedVersions | null, { own, applied }: Names): boolean {
  const present = new Set(applied)
  const newestOwn = own.at(-1)
  if (!served || newestOwn === undefined || !own.every((name) => present.has(name))) return false
  return served.oldest <= newestOwn && served.through === applied.toSorted().at(-1)
}

/** A sentence if the database has migrations that this version does not know. findPending has accepted them. */
export function describeNewerSchema(
  migrations: readonly Migration[],
  history: readonly HistoryEntry[],
): string | undefined {
  const own = new Set(migrations.map(({ name }) => name))
  if (history.every(({ name }) => own.has(name))) return undefined
  return 'The database has the schema of a newer Stockie, which still serves this version. Upgrade this server soon: it makes no backup of that schema.'
}

/** Whether this version can serve from the database: one cheap query, for /readyz. */
export async function isSchemaServed(
  database: Pick<pg.Pool, 'query'>,
  migrations: readonly Migration[],
): Promise<boolean> {
  const own = migrations.map(({ name }) => name)
  const { applied, served } =
    (await readApplied(database, servedColumn)) ?? (await readApplied(database)) ?? nothing
  const isOwnSchema = own.length === applied.length && own.every((name) => applied.includes(name))
  return isOwnSchema || isServedBy(served, { own, applied })
}

type Applied = { applied: string[]; served: ServedVersions | null }

const nothing: Applied = { applied: [], served: null }
const servedColumn = `(SELECT jsonb_build_object('oldest', oldest, 'through', through) FROM served_versions)`

/** Undefined if a table is missing: that of an older version's schema, or the history of an empty database. */
async function readApplied(
  database: Pick<pg.Pool, 'query'>,
  served = 'NULL::jsonb',
): Promise<Applied | undefined> {
  try {
    const { rows } = await database.query<Applied>(
      `SELECT coalesce(array_agg(migration_name::text), '{}') AS applied, ${served} AS served
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    )
    return rows[0]
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return undefined
    throw error
  }
}

/** Null in a database of a version that did not write it yet. */
export async function readServedVersions(client: ClientBase): Promise<ServedVersions | null> {
  if (!(await hasTable(client))) return null
  const { rows } = await client.query<ServedVersions>('SELECT oldest, through FROM served_versions')
  return rows[0] ?? null
}

/** Adds a migration to the statement, in the transaction of that migration. */
export async function recordServes(client: ClientBase, { name, serves }: Migration): Promise<void> {
  if (!(await hasTable(client))) return
  await client.query(
    `UPDATE served_versions SET oldest = greatest(oldest, $1), through = greatest(through, $2)`,
    [serves, name],
  )
}

async function hasTable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ table: string | null }>(
    `SELECT to_regclass('served_versions')::text AS table`,
  )
  return rows[0]?.table != null
}

/** Whether a program of the version that the database has now does not work after the pending migrations. */
export function endsService(pending: readonly Migration[], applied: readonly string[]): boolean {
  const present = applied.toSorted().at(-1)
  return present !== undefined && pending.some(({ serves }) => serves > present)
}
