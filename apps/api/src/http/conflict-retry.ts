import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { deadline, withDeadline } from '#src/database/pool/deadline-pool'
import { isConflict } from './database-errors'

const attempts = 6

/**
 * Does a write again that lost a race: PostgreSQL ended it to let another finish. Each pause is
 * longer than the last, and never the same for two that lost to each other. None is begun too late.
 */
export async function retryOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  const last = deadline()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt === 1 ? write() : withDeadline(last, write))
    } catch (error) {
      const pause = 2 ** attempt * 5 * (0.5 + Math.random())
      const isTooLate = attempt === attempts || performance.now() + pause > last
      if (isTooLate || !isConflict(error)) throw error
      conflictCounter.publish(error)
      await wait(pause)
    }
  }
}

/** Hears the error of every write that lost a race and is done again. It costs nothing where nobody listens. */
export const conflictCounter = channel('stockie:lost-races')
