import type { SortRanks } from './sort-ranks'
import { inSteps, type Steps } from './steps'

interface Input {
  /** Of the rows that match, in the order in which they came. */
  positions: Uint32Array
  /** Null for that very order. */
  ranks: SortRanks | null
  isDescending: boolean
}

/** The rows that match by their ranks; what is equal stays in the order in which it came. */
export function* orderMatches({ positions, ranks: by, isDescending }: Input): Steps<Uint32Array> {
  if (!by) return positions
  const { ranks, count } = by
  const placeOf = (position: number) => {
    const rank = ranks[position] ?? count
    return isDescending && rank < count ? count - 1 - rank : rank
  }

  // Where the rows of a place begin: after all that come before them.
  const starts = new Uint32Array(count + 2)
  yield* inSteps(positions.length, (from, to) => {
    for (const position of positions.subarray(from, to)) {
      const next = placeOf(position) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  })
  yield* inSteps(count, (from, to) => {
    for (let place = from; place < to; place += 1) {
      starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
    }
  })

  const order = new Uint32Array(positions.length)
  yield* inSteps(positions.length, (from, to) => {
    for (const position of positions.subarray(from, to)) {
      const place = placeOf(position)
      const start = starts[place] ?? 0
      order[start] = position
      starts[place] = start + 1
    }
  })
  return order
}
