import type { Journal } from './clients/journal'
import type { Found } from './fault'

/**
 * What was found, and whether each write was done in so many milliseconds from its first asking on, however often it
 * had to be asked for: a client that always hears "come back later" waits too. What was harmed may be away beside that.
 */
export function holdWrites(
  found: Found,
  { longestWrite }: Pick<Journal, 'longestWrite'>,
  { most = 30_000, away = 0 } = {},
): Found {
  const late = `a write was done only after ${Math.round(longestWrite)} ms`
  return {
    ...found,
    unkept: longestWrite > most + away ? [...found.unkept, late] : found.unkept,
    longest: { ...found.longest, 'longest write, however often asked for': longestWrite },
  }
}
