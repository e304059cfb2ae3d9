import type { Database } from '@stockie/stage/database'
import { until } from '#src/until'

/** Until nothing is under way any more that nobody waits for. */
export async function awaitQuiet({ query }: Pick<Database, 'query'>): Promise<void> {
  await until('nothing is under way that nobody waits for', async () => {
    const busy = await query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and state <> 'idle'`,
    )
    return busy.length === 0
  })
}
