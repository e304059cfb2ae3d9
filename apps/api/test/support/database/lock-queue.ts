import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Longer than any call waits for a lock, so that slow machines pass too. */
const maxWaitMs = 10_000

/** Runs SQL in a transaction, starts calls until each waits for its locks, and then ends the transaction. */
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

/** Waits until `sessions` of the database's sessions are blocked by a lock. */
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
  throw new Error(`Call ${sessions} does not wait for a lock.`)
}
