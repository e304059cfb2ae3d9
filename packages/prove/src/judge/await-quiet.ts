import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@stockie/stage/database'

/** Until nothing is under way any more that nobody waits for. */
export async function awaitQuiet({ query }: Pick<Database, 'query'>): Promise<void> {
  for (;;) {
    const busy = await query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (busy.length === 0) return
    await wait(20)
  }
}
