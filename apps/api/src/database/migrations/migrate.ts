import { randomUUID } from 'node:crypto'
import pg, { type Client } from 'pg'

import { advisoryLocks } from '#src/database/advisory-locks'
import { connectClient } from '#src/database/pool/single-client'
import { findPending, type Migration, MigrationError, openHistory, readMigrations } from './history'
import { readServedVersions, recordServes } from './served-versions'

const oldestVersion = 150_000

type MigrateOptions = {
  migrationsFolder?: string
  /** Only these migrations, to bring a database to the schema of an older version. */
  migrations?: readonly Migration[]
  /** How long to wait for another process that is migrating the same database. */
  lockWaitMs?: number
  /** Accepts a newer schema if it still serves this version: for a start during a rolling upgrade. */
  acceptServed?: boolean | undefined
  log?: (message: string) => void
}

/**
 * Migrates the database to this version and returns the names of the applied migrations. The lock belongs to
 * the session, so the address must lead directly to PostgreSQL, not to a pooler in transaction mode.
 */
export async function migrate(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { migrationsFolder, lockWaitMs = 300_000, log = () => {} } = options
  const migrations = options.migrations ?? (await readMigrations(migrationsFolder))
  const client = await connectClient(databaseUrl, { application_name: 'stockie-migrate' })
  try {
    await prepareSession(client)
    await takeLock(client, lockWaitMs, log)
    const history = await openHistory(client)
    const served = options.acceptServed ? await readServedVersions(client) : null
    const pending = findPending(migrations, history, served)
    for (const migration of pending) await apply(client, migration, log)
    return pending.map((migration) => migration.name)
  } finally {
    // Also releases the lock.
    await client.end()
  }
}

async function prepareSession(client: Client) {
  await assertServerVersion(client)
  // Lifts the time limits of the role and the server: a migration may take as long as it needs.
  await client.query(
    `SELECT set_config(name, '0', false) FROM pg_settings
     WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  )
}

/** Throws if PostgreSQL is too old. */
export async function assertServerVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::integer AS version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion) {
    throw new MigrationError(
      `Stockie needs PostgreSQL 15 or newer; this database is version ${Math.floor(version / 10_000)}.`,
    )
  }
}

async function takeLock(client: Client, waitMs: number, log: (message: string) => void) {
  const attempt = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(${advisoryLocks.migration}) AS taken`,
  )
  if (attempt.rows[0]?.taken) return
  log('Another process is migrating the database; waiting for it.')
  await client.query(`SET lock_timeout = ${waitMs}`)
  try {
    await client.query(`SELECT pg_advisory_lock(${advisoryLocks.migration})`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    throw new MigrationError(
      `Another process has been migrating the database for ${Math.round(waitMs / 1000)} seconds: wait until it is done, or stop it, and start again.`,
      { cause: error },
    )
  }
}

/** Applies one file and its entry in the history in one transaction. */
async function apply(client: Client, migration: Migration, log: (message: string) => void) {
  const { name, sql, checksum } = migration
  log(`Applying the migration ${name}.`)
  await client.query(`SET lock_timeout = '30s'`)
  await client.query('BEGIN')
  try {
    // Sent as a whole: PostgreSQL itself finds the ends of the statements, also around function bodies.
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await recordServes(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${reason}`, {
      cause: error,
    })
  }
}
