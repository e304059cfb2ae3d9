import type { Random } from '@stockie/prisma/seed'
import { harms, type Harm } from './open-wire'

type Options = {
  random: Random
  /** An answer in so many comes to harm, more or less. */
  every: number
  /** How many harms at most, each kind in its turn. */
  most: number
}

/** The harms of a round: each kind in turn, beginning with any. */
export function nowAndThen({ random, every, most }: Options): () => Harm | undefined {
  const first = random.int(0, harms.length - 1)
  let left = most
  let until = random.int(1, every * 2)
  return () => {
    until -= 1
    if (until > 0 || left === 0) return undefined
    until = random.int(1, every * 2)
    left -= 1
    return harms[(first + left) % harms.length]
  }
}
