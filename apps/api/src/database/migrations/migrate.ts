import { randomUUID } from 'node:crypto'
import pg, { type Client } from 'pg'

import { connectClient } from '#src/database/pool/single-client'
import { findPending, type Migration, MigrationError, openHistory, readMigrations } from './history'

/** The key that Prisma's own runner takes, so that the two never work at the same time. */
export const migrationLock = 72_707_369

const oldestVersion = 150_000

type MigrateOptions = {
  migrationsFolder?: string
  /** The first of them alone, where a database has to stand as an older version left it. */
  migrations?: readonly Migration[]
  /** How long to wait for another process that is migrating the same database. */
  lockWaitMs?: number
  log?: (message: string) => void
}

/**
 * Brings the database up to this version and says which migrations that took. The lock belongs to
 * the session: the address must lead straight to PostgreSQL, not through a pooler that hands every
 * transaction to another session.
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
    const pending = findPending(migrations, await openHistory(client))
    for (const migration of pending) await apply(client, migration, log)
    return pending.map((migration) => migration.name)
  } finally {
    // Ends the session, and with it the lock.
    await client.end()
  }
}

async function prepareSession(client: Client) {
  // A migration may take as long as it needs, whatever was set for the role or the server.
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::integer AS version,
       (SELECT count(set_config(name, '0', false)) FROM pg_settings
        WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'))`,
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
    `SELECT pg_try_advisory_lock(${migrationLock}) AS taken`,
  )
  if (attempt.rows[0]?.taken) return
  log('Another process is migrating the database; waiting for it.')
  await client.query(`SET lock_timeout = ${waitMs}`)
  try {
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    throw new MigrationError(
      `Another process has been migrating the database for ${Math.round(waitMs / 1000)} seconds: wait until it is done, or stop it, and start again.`,
      { cause: error },
    )
  }
}

/** One transaction a file, together with its line in the history: it holds whole or not at all. */
async function apply(
  client: Client,
  { name, sql, checksum }: Migration,
  log: (message: string) => void,
) {
  log(`Applying the migration ${name}.`)
  await client.query(`SET lock_timeout = '30s'`)
  await client.query('BEGIN')
  try {
    // Sent as it is: PostgreSQL knows where its statements end, bodies of functions included.
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${reason}`, {
      cause: error,
    })
  }
}
