import type { Pool } from 'pg'
import { connect } from '@/database/connect'
import { migrate } from '@/database/migrate'
import { openDatabase } from '@/database/open-database'
import { loadEnv, type Env } from '@/env'

/** The database for one command, beside a running Stockie or without one. */
export async function withDatabase<Result>(
  work: (open: { url: string; pool: Pool; env: Env }) => Promise<Result>,
): Promise<Result> {
  const env = loadEnv()
  const opened = await openDatabase(env)
  // An embedded server that was started for this command ends with it, Ctrl-C or not.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void opened.close().finally(() => process.exit(130)))
  }
  try {
    await migrate(opened.url)
    const { pool, close } = connect(opened.url, { max: 2 })
    try {
      return await work({ url: opened.url, pool, env })
    } finally {
      await close()
    }
  } finally {
    await opened.close()
  }
}
