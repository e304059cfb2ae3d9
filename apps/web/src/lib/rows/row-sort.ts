import { forEachRange, type Steps, stepSize } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'

/** Sorts 'Box 2' before 'Box 10', in the order of the user's language. */
const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })

export function compareValues(a: string | number, b: string | number) {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareTexts(String(a), String(b))
}

type Compare<Value> = (a: Value, b: Value) => number

/** Smaller than a step, because sorting compares each value several times. */
const runSize = 128

/** Merge sort in steps. It is fast for sorted input, and does not yield for a single run. */
export function* sortInSteps<Value>(
  values: readonly Value[],
  compare: Compare<Value>,
): Steps<Value[]> {
  let runs: Value[][] = []
  for (let from = 0; from < values.length; from += runSize) {
    if (from > 0) yield
    runs.push(values.slice(from, from + runSize).toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: Value[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      yield
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<Value>(left: Value[], right: Value[], compare: Compare<Value>): Steps<Value[]> {
  const lastLeft = left.at(-1)
  const firstRight = right[0]
  if (lastLeft === undefined || firstRight === undefined) return left.concat(right)

  // Only the overlapping parts need comparisons.
  let fromLeft = partition(left, (value) => compare(value, firstRight) <= 0)
  let fromRight = 0
  const endRight = partition(right, (value) => compare(value, lastLeft) < 0)
  const merged = left.slice(0, fromLeft)
  for (let step = 1; fromLeft < left.length && fromRight < endRight; step += 1) {
    const leftValue = left[fromLeft] as Value
    const rightValue = right[fromRight] as Value
    if (compare(leftValue, rightValue) <= 0) {
      merged.push(leftValue)
      fromLeft += 1
    } else {
      merged.push(rightValue)
      fromRight += 1
    }
    if (step % stepSize === 0) yield
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight))
}

/** Returns the number of leading values that meet the condition. */
function partition<Value>(values: readonly Value[], isInFirstPart: (value: Value) => boolean) {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isInFirstPart(values[middle] as Value)) low = middle + 1
    else high = middle
  }
  return low
}

export interface SortRanks {
  /** The rank of each row; equal values share a rank. */
  ranks: Uint32Array
  /** The number of ranks. It is also the rank of rows without a value, which come last. */
  count: number
}

/** Compares only distinct values, each of them once. */
export function* buildSortRanks<Row>(
  rows: readonly Row[],
  { value: valueOf }: IndexedColumn<Row>,
): Steps<SortRanks> {
  const codes = new Uint32Array(rows.length)
  const codeByValue = new Map<string | number, number>()
  yield* forEachRange(rows.length, (from, to) => {
    for (const [offset, row] of rows.slice(from, to).entries()) {
      const value = valueOf(row)
      if (value === null) continue
      const code = codeByValue.get(value) ?? codeByValue.size + 1
      if (code > codeByValue.size) codeByValue.set(value, code)
      codes[from + offset] = code
    }
  })

  const sorted = yield* sortInSteps([...codeByValue.keys()], compareValues)
  const rankOfCode = new Uint32Array(codeByValue.size + 1)
  let count = 0
  yield* forEachRange(sorted.length, (from, to) => {
    for (const [offset, value] of sorted.slice(from, to).entries()) {
      const before = sorted[from + offset - 1]
      // '1' and '01' are the same number.
      if (before === undefined || compareValues(before, value) !== 0) count += 1
      rankOfCode[codeByValue.get(value) ?? 0] = count - 1
    }
  })
  rankOfCode[0] = count
  yield* forEachRange(codes.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      codes[position] = rankOfCode[codes[position] ?? 0] ?? 0
    }
  })
  return { ranks: codes, count }
}

interface Input {
  /** The positions of the matching rows, in their original order. */
  positions: Uint32Array
  /** Null keeps the original order. */
  ranks: SortRanks | null
  isDescending: boolean
}

/** Orders the matching rows by rank. Equal ranks keep their original order. */
export function* orderMatches({ positions, ranks: by, isDescending }: Input): Steps<Uint32Array> {
  if (!by) return positions
  const { ranks, count } = by
  const rankOf = (position: number) => {
    const ascending = ranks[position] ?? count
    return isDescending && ascending < count ? count - 1 - ascending : ascending
  }

  // Counting sort: the first index of each rank in the result.
  const starts = new Uint32Array(count + 2)
  yield* forEachRange(positions.length, (from, to) => {
    for (const position of positions.subarray(from, to)) {
      const next = rankOf(position) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  })
  yield* forEachRange(count, (from, to) => {
    for (let rank = from; rank < to; rank += 1) {
      starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
    }
  })

  const order = new Uint32Array(positions.length)
  yield* forEachRange(positions.length, (from, to) => {
    for (const position of positions.subarray(from, to)) {
      const rank = rankOf(position)
      const start = starts[rank] ?? 0
      order[start] = position
      starts[rank] = start + 1
    }
  })
  return order
}
