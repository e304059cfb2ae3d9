/** Reproducible random numbers: the same seed number gives the same shop in every run. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from low to high, both inclusive. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** A random index of `weights`, with a probability in proportion to its weight. */
  weighted(weights: readonly number[]): number
}

export function createRandom(seedNumber: number): Random {
  let state = seedNumber
  // mulberry32: small, fast and random enough for test data.
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
      let remaining = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => (remaining -= weight) < 0)
      return Math.max(index, 0)
    },
  }
}
