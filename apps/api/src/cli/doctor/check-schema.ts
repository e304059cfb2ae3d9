import pg, { type ClientBase } from 'pg'
import { MigrationError } from '@/database/migration-error'
import { findPending, openHistory } from '@/database/migration-history'
import { readMigrations } from '@/database/read-migrations'
import type { Verdict } from './finding'

/** Where the database stands; null where nothing was ever made in it. */
export async function checkSchema(client: ClientBase): Promise<Verdict | null> {
  const migrations = await readMigrations()
  try {
    const pending = findPending(migrations, await openHistory(client))
    if (pending.length === 0) {
      return { state: 'ok', found: `Current, at ${migrations.at(-1)?.name ?? 'nothing'}.` }
    }
    const many = pending.length === 1 ? '1 migration waits' : `${pending.length} migrations wait`
    return { state: 'look', found: `${many}: the next start of Stockie applies them.` }
  } catch (error) {
    if (error instanceof MigrationError) return { state: 'wrong', found: error.message }
    // 25006: a history would have been begun, which a look at the database does not do.
    if (error instanceof pg.DatabaseError && error.code === '25006') return null
    throw error
  }
}
