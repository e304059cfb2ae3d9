import { inSteps, type Steps, stepSize } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'

/** 'Box 2' before 'Box 10', and as the person's language has it. */
const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })

export function compareValues(one: string | number, other: string | number) {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

type Compare<Value> = (one: Value, other: Value) => number

/** Fewer than a step's, for each of them is compared several times. */
const runSize = 128

/** A merge sort that rests, unless there are few, and is quick with what is sorted already. */
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
    for (let place = 0; place < runs.length; place += 2) {
      yield
      merged.push(yield* merge(runs[place] ?? [], runs[place + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<Value>(left: Value[], right: Value[], compare: Compare<Value>): Steps<Value[]> {
  const lastLeft = left.at(-1)
  const firstRight = right[0]
  if (lastLeft === undefined || firstRight === undefined) return left.concat(right)

  // Only where they overlap is there anything to compare.
  let fromLeft = partition(left, (value) => compare(value, firstRight) <= 0)
  let fromRight = 0
  const endRight = partition(right, (value) => compare(value, lastLeft) < 0)
  const merged = left.slice(0, fromLeft)
  for (let step = 1; fromLeft < left.length && fromRight < endRight; step += 1) {
    const one = left[fromLeft] as Value
    const other = right[fromRight] as Value
    if (compare(one, other) <= 0) {
      merged.push(one)
      fromLeft += 1
    } else {
      merged.push(other)
      fromRight += 1
    }
    if (step % stepSize === 0) yield
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight))
}

/** How many values at the beginning hold the condition. */
function partition<Value>(values: readonly Value[], holds: (value: Value) => boolean) {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(values[middle] as Value)) low = middle + 1
    else high = middle
  }
  return low
}

export interface SortRanks {
  /** For every row its rank; equal values share one. */
  ranks: Uint32Array
  /** How many there are. It is also the rank of the rows without a value, which come last. */
  count: number
}

/** Only different values are compared with each other, and only once. */
export function* buildSortRanks<Row>(
  rows: readonly Row[],
  { value: valueOf }: IndexedColumn<Row>,
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
