import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler } from 'express'
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

/**
 * What stands behind this asks the database several times, all of it within the same time. It counts from here, where
 * all of the request has come: a slow line is no reason to be told that the database is busy.
 */
export const setRequestDeadline: RequestHandler = async (_request, response, next) => {
  await withDeadline(deadline(), async () => {
    const closed = new Promise((resolve) => response.once('close', resolve))
    next()
    await closed
  })
}
