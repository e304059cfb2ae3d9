import { setTimeout as wait } from 'node:timers/promises'
import { isLostRace } from './database-failure'

const attempts = 6

/**
 * Does a write again that lost a race: PostgreSQL ended it to let another finish. Each pause is
 * longer than the last, and never the same for two that lost to each other.
 */
export async function retryLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error
      await wait(2 ** attempt * 5 * (0.5 + Math.random()))
    }
  }
}
