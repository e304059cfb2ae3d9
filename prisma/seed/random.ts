/** Chance that repeats: the same start gives the same shop, run after run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** An index of weights, a heavier one more often. */
  weighted(weights: readonly number[]): number
}

export function createRandom(start: number): Random {
  let state = start
  // mulberry32: small, quick and good enough to make up customers with.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    int: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => (left -= weight) < 0)
      return Math.max(index, 0)
    },
  }
}
