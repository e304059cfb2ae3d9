import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Less than a request waits for its turn. */
const patience = 1_500

/** Makes calls that all have to wait for a transaction which has done this, then ends it. */
export async function queueBehind<Answer>(
  pool: Pool,
  sql: string,
  calls: readonly (() => PromiseLike<Answer>)[],
  end: 'commit' | 'rollback' = 'commit',
): Promise<Answer[]> {
  const client = await pool.connect()
  const answers: PromiseLike<Answer>[] = []
  try {
    await client.query(`begin; ${sql}`)
    for (const call of calls) {
      answers.push(call())
      await untilWaiting(pool, answers.length)
    }
    await client.query(end)
  } finally {
    client.release(true)
  }
  return Promise.all(answers)
}

/** Until so many of the database's sessions wait for a lock that another holds. */
async function untilWaiting(pool: Pool, sessions: number): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < patience) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= sessions) return
    await wait(5)
  }
  throw new Error(`Call ${sessions} does not wait.`)
}
