import { createRandom, type Random } from '@stockie/prisma/seed'
import type { Database } from '@stockie/stage/database'
import type { Found } from './fault'

export type Look = () => Promise<Pick<Found, 'lost' | 'doubled'>>

export type Round = {
  /** From 1 up. */
  number: number
  seed: number
  /** What the remarks of its documents begin with. */
  mark: string
  /** Every choice of the round, so that its seed plays it again. */
  random: Random
  /** How to look at a shop once more before it goes, when all that worked with it has ended; the last one counts. */
  lookAtLast: (shop: Database, look: Look) => void
}

export function createRound(part: Pick<Round, 'number' | 'seed' | 'lookAtLast'>): Round {
  return { ...part, mark: `prove-${part.seed}-${part.number}`, random: createRandom(part.seed) }
}
