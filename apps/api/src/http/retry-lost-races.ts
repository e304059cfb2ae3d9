import { setTimeout as wait } from 'node:timers/promises'
import { beginBy, lastMoment } from '@/database/last-moment'
import { isLostRace } from './database-failure'
import { lostRaces } from './lost-races'

const attempts = 6

/**
 * Does a write again that lost a race: PostgreSQL ended it to let another finish. Each pause is
 * longer than the last, and never the same for two that lost to each other. None is begun too late.
 */
export async function retryLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  const last = lastMoment()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt === 1 ? write() : beginBy(last, write))
    } catch (error) {
      const pause = 2 ** attempt * 5 * (0.5 + Math.random())
      const isTooLate = attempt === attempts || performance.now() + pause > last
      if (isTooLate || !isLostRace(error)) throw error
      lostRaces.publish(error)
      await wait(pause)
    }
  }
}
