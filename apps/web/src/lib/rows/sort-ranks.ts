import { compareValues } from './compare-values'
import type { KeyColumn } from './key-column'
import { sortInSteps } from './sort-in-steps'
import { stepSize, type Steps } from './steps'

export interface SortRanks {
  /** For every row its rank; equal values share one. */
  ranks: Uint32Array
  /** How many there are. It is also the rank of the rows without a value, which come last. */
  count: number
}

/** Only different values are compared with each other, and only once. */
export function* buildSortRanks<Row>(
  rows: readonly Row[],
  { value: valueOf }: KeyColumn<Row>,
): Steps<SortRanks> {
  const codes = new Uint32Array(rows.length)
  const places = new Map<string | number, number>()
  for (const [position, row] of rows.entries()) {
    const value = valueOf(row)
    const code = value === null ? 0 : (places.get(value) ?? places.size + 1)
    if (value !== null && code > places.size) places.set(value, code)
    codes[position] = code
    if (position % stepSize === stepSize - 1) yield
  }

  const sorted = yield* sortInSteps([...places.keys()], compareValues)
  const rankOfCode = new Uint32Array(places.size + 1)
  let count = 0
  let before: string | number | undefined
  for (const [place, value] of sorted.entries()) {
    // '1' and '01' are one number.
    if (before !== undefined && compareValues(before, value) !== 0) count += 1
    rankOfCode[places.get(value) ?? 0] = count
    before = value
    if (place % stepSize === stepSize - 1) yield
  }
  if (sorted.length > 0) count += 1
  rankOfCode[0] = count
  for (const [position, code] of codes.entries()) {
    codes[position] = rankOfCode[code] ?? 0
    if (position % stepSize === stepSize - 1) yield
  }
  return { ranks: codes, count }
}
