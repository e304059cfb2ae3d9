import type { Pool } from 'pg'
import { isSchemaCurrent } from '@/database/is-schema-current'
import { readMigrations } from '@/database/read-migrations'
import type { Readiness } from './health'

/** Sooner than whoever asks stops waiting. */
const limit = 3_000

/** Ready while the process is not on its way out and its database answers at this version's schema. */
export async function createReadiness(pool: Pool, isDraining: () => boolean): Promise<Readiness> {
  const migrations = await readMigrations()

  async function checkDatabase(): Promise<{ database: string; schema: string }> {
    try {
      const current = await withinLimit(isSchemaCurrent(pool, migrations))
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

async function withinLimit<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), limit)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
