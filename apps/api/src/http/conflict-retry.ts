import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { getDeadline, withDeadline } from '#src/database/pool/deadline-pool'
import { isConflict } from './database-errors'

const attempts = 6

/**
 * Retries a write that PostgreSQL aborted in favour of another. Pauses grow exponentially, and jitter keeps
 * two writes from colliding again. No attempt starts after the request's deadline.
 */
export async function retryOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  const retryUntil = getDeadline()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt === 1 ? write() : withDeadline(retryUntil, write))
    } catch (error) {
      const pause = 2 ** attempt * 5 * (0.5 + Math.random())
      const isTooLate = attempt === attempts || performance.now() + pause > retryUntil
      if (isTooLate || !isConflict(error)) throw error
      conflictRetries.publish(error)
      await wait(pause)
    }
  }
}

/** Publishes the error of every write that is retried. Without a subscriber it costs nothing. */
export const conflictRetries = channel('stockie:conflict-retries')
