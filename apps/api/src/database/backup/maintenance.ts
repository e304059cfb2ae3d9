import { createHash } from 'node:crypto'
import pg from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { AppError } from '#src/errors'

/** Beside the keys of migrating, of the embedded server and of filling. */
const lockKey = 72_707_374

export type Maintenance = {
  client: pg.Client
  /** The shop's own database, and what temporary ones beside it begin with. */
  database: string
  prefix: string
  /** The address of another database of the same server. */
  urlOf: (name: string) => string
}

type Options = { log: (line: string) => void; signal: AbortSignal; waitMs?: number }

/**
 * Works from the server's maintenance database, and as the only one on this shop: of backups,
 * restores and their temporary databases there is one at a time.
 */
export async function withMaintenance<Result>(
  url: string,
  { log, signal, waitMs = 1_800_000 }: Options,
  work: (maintenance: Maintenance) => Promise<Result>,
): Promise<Result> {
  const database = await nameOf(url)
  const client = await connectBeside(url)
  try {
    await client.query(`set statement_timeout to 0; set idle_session_timeout to 0`)
    await takeTurn(client, { database, log, signal, waitMs })
    const hash = createHash('sha256').update(database).digest('hex').slice(0, 8)
    return await work({
      client,
      database,
      prefix: `stockie_scratch_${hash}_`,
      urlOf: (name) => addressOf(url, name),
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Other than what stands in the address where none stands there. */
async function nameOf(url: string): Promise<string> {
  const client = await connectClient(url)
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    return rows[0]?.name ?? ''
  } finally {
    await client.end()
  }
}

function addressOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

/** Some servers have no database "postgres", or let nobody in: a backup can do without. */
async function connectBeside(url: string): Promise<pg.Client> {
  try {
    return await connectClient(addressOf(url, 'postgres'))
  } catch (error) {
    const isClosed =
      error instanceof pg.DatabaseError && ['3D000', '42501', '28000'].includes(error.code ?? '')
    if (!isClosed) throw error
    return connectClient(url)
  }
}

type Turn = Required<Options> & { database: string }

async function takeTurn(client: pg.Client, { database, log, signal, waitMs }: Turn): Promise<void> {
  const values = [lockKey, database]
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    values,
  )
  if (rows[0]?.taken) return
  log('Another backup or restore is under way; waiting for it.')
  await client.query(`set lock_timeout to ${waitMs}`)
  const giveUp = () => void client.end().catch(() => {})
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', values)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    throw new BackupError(
      'Another backup or restore has been under way for too long: stop it, and run this again.',
      error,
    )
  } finally {
    // From here on it is what tidies up.
    signal.removeEventListener('abort', giveUp)
  }
}

/** Why there is no backup, or none that can be restored, in a sentence that says what to do. */
export class BackupError extends AppError {
  override name = 'BackupError'

  constructor(message: string, cause?: unknown) {
    super('conflict', message, { cause })
  }
}

/** A shop goes out of reach of every token that was given out for it before, whichever secret signed them. */
export async function endSessions(url: string): Promise<void> {
  const client = await connectClient(url)
  try {
    await client.query(
      `update users set token_version =
         (token_version + 1 + floor(random() * 999999998)::integer) % 1000000000`,
    )
  } finally {
    await client.end()
  }
}

/**
 * A connection on which every value has the same text, whatever the server and its settings, and on
 * which a statement may take as long as it needs. A broken off work ends the connection and with it
 * the statement.
 */
export async function openPortableSession(url: string, signal: AbortSignal): Promise<pg.Client> {
  signal.throwIfAborted()
  const client = await connectClient(url, { application_name: 'stockie-backup' })
  const breakOff = () => void client.end().catch(() => {})
  signal.addEventListener('abort', breakOff)
  client.once('end', () => signal.removeEventListener('abort', breakOff))
  await client.query(`
    set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 1; set row_security to off;
    set lock_timeout to '5min';
    select set_config(name, '0', false) from pg_settings where name in
      ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`)
  return client
}
