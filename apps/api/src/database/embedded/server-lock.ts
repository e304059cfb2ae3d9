import type pg from 'pg'
import { advisoryLocks } from '#src/database/advisory-locks'
import { DatabaseClient } from '#src/database/pool/database-client'
import { StartError } from '#src/errors'

// PostgreSQL session locks: they end with the process that holds them, even if it is killed.
const { serving: servingKey, using: usingKey } = advisoryLocks

export type ServerLock = { client: pg.Client; onLost: (listener: () => void) => void }

/** Marks this process as a user of the server. With `serving` it must be the only one that serves. */
export async function acquireServerLock(
  url: string,
  { home, serving }: { home: string; serving: boolean },
): Promise<ServerLock> {
  const client = new DatabaseClient({ connectionString: url, keepAlive: true })
  let lost = () => {}
  client.on('error', () => {})
  client.once('end', () => lost())
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [usingKey])
  if (serving && !(await acquireServingLock(client))) {
    await client.end()
    throw new AlreadyServedError(home)
  }
  return { client, onLost: (listener) => (lost = listener) }
}

/** Retries for a second: PostgreSQL releases the lock of a killed process with a short delay. */
async function acquireServingLock(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [servingKey],
    )
    if (rows[0]?.taken) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Releases the lock. Returns true if no other process uses the server, so that it can be stopped. */
export async function releaseServerLock({ client, onLost }: ServerLock): Promise<boolean> {
  onLost(() => {})
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [usingKey])
    const { rows } = await client.query<{ last: boolean }>(
      'select pg_try_advisory_lock($1) as last',
      [usingKey],
    )
    return rows[0]?.last ?? false
  } catch {
    // Other users are unknown now: leave the server running, and the next start joins it.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Another Stockie already serves from this folder. */
export class AlreadyServedError extends StartError {
  override name = 'AlreadyServedError'
  constructor(readonly home: string) {
    super(
      `Stockie already runs from ${home}: use that one, or set STOCKIE_HOME and PORT for a second shop.`,
    )
  }
}
