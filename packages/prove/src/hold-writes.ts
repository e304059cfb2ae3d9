import type { Journal } from './clients/journal'
import type { Found } from './fault'

/** Longer than anybody may have to wait until a write is done. */
const most = 10_000

/**
 * What was found, and whether each write was done in time, from its first asking on and however often it had to be
 * asked for: a client that always hears "come back later" waits too. `away` is how long nobody could serve it.
 */
export function holdWrites(found: Found, { longestWrite }: Journal, away = 0, limit = most): Found {
  const late = `a write was done only after ${Math.round(longestWrite)} ms`
  return {
    ...found,
    unkept: longestWrite > away + limit ? [...found.unkept, late] : found.unkept,
    longest: { ...found.longest, 'longest write, however often asked for': longestWrite },
  }
}
