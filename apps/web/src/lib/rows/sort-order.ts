import type { SortRanks } from './sort-ranks'
import { stepSize, type Steps } from './steps'

/** The positions of all rows by their ranks; what is equal stays in the order that it came in. */
export function* buildSortOrder(
  { ranks, count }: SortRanks,
  isDescending: boolean,
): Steps<Uint32Array> {
  const placeOf = (rank: number) => (isDescending && rank < count ? count - 1 - rank : rank)
  // Where the rows of a place begin: after all that come before them.
  const starts = new Uint32Array(count + 2)
  for (const [position, rank] of ranks.entries()) {
    const next = placeOf(rank) + 1
    starts[next] = (starts[next] ?? 0) + 1
    if (position % stepSize === stepSize - 1) yield
  }
  for (let place = 1; place <= count; place += 1) {
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
    if (place % stepSize === 0) yield
  }
  const order = new Uint32Array(ranks.length)
  for (const [position, rank] of ranks.entries()) {
    const place = placeOf(rank)
    const start = starts[place] ?? 0
    order[start] = position
    starts[place] = start + 1
    if (position % stepSize === stepSize - 1) yield
  }
  return order
}
