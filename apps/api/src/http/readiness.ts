import type { Pool } from 'pg'
import { isSchemaCurrent } from '@/database/is-schema-current'
import { readMigrations } from '@/database/read-migrations'
import type { Readiness } from './health'

/** Ready while the process is not on its way out and its database answers at this version's schema. */
export async function createReadiness(pool: Pool, isDraining: () => boolean): Promise<Readiness> {
  const migrations = await readMigrations()

  async function checkDatabase(): Promise<{ database: string; schema: string }> {
    try {
      const current = await isSchemaCurrent(pool, migrations)
      return { database: 'ok', schema: current ? 'ok' : 'of another version' }
    } catch {
      return { database: 'cannot be reached', schema: 'unknown' }
    }
  }

  return async () => ({
    ...(await checkDatabase()),
    process: isDraining() ? 'draining' : 'ok',
  })
}
