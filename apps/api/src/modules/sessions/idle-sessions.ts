import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { isSessionAlive } from '#src/database/sql/account-lookup'

/** In milliseconds. Open pages call at least as often, so a session in use is seen after a restart. */
const checkInterval = 15_000

type Parts = { pool: Pool; log: Pick<Logger, 'info' | 'warn'>; seconds: number }

/**
 * Ends the sessions that no user has used for this time, in seconds, again and again. A page that is in use is seen about
 * once a minute. Returns a function that stops it.
 */
export function watchIdleSessions({ pool, log, seconds }: Parts): () => Promise<void> {
  const timer = setInterval(() => {
    endIdleSessions(pool, seconds).then(
      (count) => count > 0 && log.info({ count }, 'Idle sessions have ended.'),
      (error: unknown) => log.warn(error, 'Idle sessions could not be ended.'),
    )
  }, checkInterval)
  timer.unref()
  return async () => clearInterval(timer)
}

/** Returns how many. In the order of their hashes, so that two processes do not deadlock. */
export async function endIdleSessions(pool: Pool, seconds: number): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into ended_sessions (token_hash, ends_at)
     select token_hash, ends_at from sessions
     where last_seen_at < now() - make_interval(secs => $1) and ${isSessionAlive}
     order by token_hash on conflict do nothing`,
    [seconds],
  )
  return rowCount ?? 0
}
