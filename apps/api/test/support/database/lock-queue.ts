import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Longer than anybody waits for a lock, and so for a machine that is slow as well. */
const maxWaitMs = 10_000

/** Makes calls that all have to wait for a transaction which has done this, then ends it. */
export async function queueBehindLock<Answer>(
  pool: Pool,
  sql: string,
  calls: readonly (() => PromiseLike<Answer>)[],
  end: 'commit' | 'rollback' = 'commit',
): Promise<Answer[]> {
  const client = await pool.connect()
  const answers: PromiseLike<Answer>[] = []
  let hasAnswered = false
  const markAnswered = () => void (hasAnswered = true)
  try {
    await client.query(`begin; ${sql}`)
    for (const call of calls) {
      const answer = call()
      void answer.then(markAnswered, markAnswered)
      answers.push(answer)
      await waitForBlockedSessions(pool, answers.length, () => hasAnswered)
    }
    await client.query(end)
  } finally {
    client.release(true)
  }
  return Promise.all(answers)
}

/** Until so many of the database's sessions wait for a lock that another holds. */
async function waitForBlockedSessions(
  pool: Pool,
  sessions: number,
  isAnswered: () => boolean,
): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < maxWaitMs && !isAnswered()) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= sessions) return
    await wait(5)
  }
  throw new Error(`Call ${sessions} does not wait.`)
}
