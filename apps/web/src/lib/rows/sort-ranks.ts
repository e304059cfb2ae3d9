import { compareValues } from './compare-values'
import type { KeyColumn } from './key-column'
import { sortInSteps } from './sort-in-steps'
import { inSteps, type Steps } from './steps'

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
  yield* inSteps(rows.length, (from, to) => {
    for (const [at, row] of rows.slice(from, to).entries()) {
      const value = valueOf(row)
      if (value === null) continue
      const code = places.get(value) ?? places.size + 1
      if (code > places.size) places.set(value, code)
      codes[from + at] = code
    }
  })

  const sorted = yield* sortInSteps([...places.keys()], compareValues)
  const rankOfCode = new Uint32Array(places.size + 1)
  let count = 0
  yield* inSteps(sorted.length, (from, to) => {
    for (const [at, value] of sorted.slice(from, to).entries()) {
      const before = sorted[from + at - 1]
      // '1' and '01' are one number.
      if (before === undefined || compareValues(before, value) !== 0) count += 1
      rankOfCode[places.get(value) ?? 0] = count - 1
    }
  })
  rankOfCode[0] = count
  yield* inSteps(codes.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      codes[position] = rankOfCode[codes[position] ?? 0] ?? 0
    }
  })
  return { ranks: codes, count }
}
