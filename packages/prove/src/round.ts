import { createRandom, type Random } from '@stockie/prisma/seed'

export type Round = {
  /** From 1 up. */
  number: number
  seed: number
  /** What the remarks of its documents begin with. */
  mark: string
  /** Every choice of the round, so that its seed plays it again. */
  random: Random
}

export function createRound(number: number, seed: number): Round {
  return { number, seed, mark: `prove-${seed}-${number}`, random: createRandom(seed) }
}
