import { createHash } from 'node:crypto'
import pg from 'pg'
import { advisoryLocks } from '#src/database/advisory-locks'
import { replaceDatabase } from '#src/database-address'
import { connectClient } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'

export type Maintenance = {
  client: pg.Client
  /** The name of the shop's own database. */
  database: string
  /** Prefix of the names of its temporary databases. */
  prefix: string
  /** The address of another database on the same server. */
  urlOf: (name: string) => string
}

type Options = { log: (line: string) => void; signal: AbortSignal; waitMs?: number }

/**
 * Runs the work on a connection to the server's maintenance database, under a lock: only one backup or
 * restore of a shop runs at a time.
 */
export async function withMaintenance<Result>(
  url: string,
  { log, signal, waitMs = 1_800_000 }: Options,
  work: (maintenance: Maintenance) => Promise<Result>,
): Promise<Result> {
  const database = await readDatabaseName(url)
  const client = await connectToMaintenanceDatabase(url)
  try {
    await client.query(`set statement_timeout to 0; set idle_session_timeout to 0`)
    await acquireLock(client, { database, log, signal, waitMs })
    const hash = createHash('sha256').update(database).digest('hex').slice(0, 8)
    return await work({
      client,
      database,
      prefix: `stockie_scratch_${hash}_`,
      urlOf: (name) => replaceDatabase(url, name),
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Asks PostgreSQL, because the address may leave out the name of the database. */
async function readDatabaseName(url: string): Promise<string> {
  const client = await connectClient(url)
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    return rows[0]?.name ?? ''
  } finally {
    await client.end()
  }
}

/** Falls back to the shop's own database if "postgres" is missing or closed. That is enough for a backup. */
async function connectToMaintenanceDatabase(url: string): Promise<pg.Client> {
  try {
    return await connectClient(replaceDatabase(url, 'postgres'))
  } catch (error) {
    const isClosed =
      error instanceof pg.DatabaseError && ['3D000', '42501', '28000'].includes(error.code ?? '')
    if (!isClosed) throw error
    return connectClient(url)
  }
}

type LockOptions = Required<Options> & { database: string }

async function acquireLock(
  client: pg.Client,
  { database, log, signal, waitMs }: LockOptions,
): Promise<void> {
  const values = [advisoryLocks.maintenance, database]
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    values,
  )
  if (rows[0]?.taken) return
  log('Another backup or restore is running; waiting for it.')
  await client.query(`set lock_timeout to ${waitMs}`)
  // From here on, an abort ends the wait.
  signal.throwIfAborted()
  const giveUp = () => void client.end().catch(() => {})
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', values)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    throw new BackupError(
      'Another backup or restore has been running for too long: stop it, and run this again.',
      error,
    )
  } finally {
    // From here on, an abort must keep this connection: the cleanup needs it.
    signal.removeEventListener('abort', giveUp)
  }
}

/** A backup or restore that failed. The message says what to do. */
export class BackupError extends AppError {
  override name = 'BackupError'

  constructor(message: string, cause?: unknown) {
    super('conflict', message, { cause })
  }
}
