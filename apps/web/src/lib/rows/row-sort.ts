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

/** All rows in ascending order. Equal values keep their original order, and rows without a value come last. */
interface SortedRows {
  /** The positions of the rows. */
  order: Uint32Array
  /** 1 for each row whose value differs from the one before it in `order`. */
  beginsGroup: Uint8Array
  /** The number of rows with a value. */
  valueCount: number
}

/** Compares only distinct values, each of them once. */
export function* sortRows<Row>(
  rows: readonly Row[],
  { value: valueOf }: IndexedColumn<Row>,
): Steps<SortedRows> {
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
  let rankCount = 0
  yield* forEachRange(sorted.length, (from, to) => {
    for (const [offset, value] of sorted.slice(from, to).entries()) {
      const before = sorted[from + offset - 1]
      // '1' and '01' are the same number.
      if (before === undefined || compareValues(before, value) !== 0) rankCount += 1
      rankOfCode[codeByValue.get(value) ?? 0] = rankCount - 1
    }
  })
  rankOfCode[0] = rankCount

  // Counting sort: the index in the order at which the next row of each rank goes.
  const nextIndex = new Uint32Array(rankCount + 2)
  yield* forEachRange(codes.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const rank = rankOfCode[codes[position] ?? 0] ?? 0
      codes[position] = rank
      nextIndex[rank + 1] = (nextIndex[rank + 1] ?? 0) + 1
    }
  })
  const beginsGroup = new Uint8Array(rows.length)
  yield* forEachRange(rankCount, (from, to) => {
    for (let rank = from; rank < to; rank += 1) {
      beginsGroup[nextIndex[rank] ?? 0] = 1
      nextIndex[rank + 1] = (nextIndex[rank + 1] ?? 0) + (nextIndex[rank] ?? 0)
    }
  })
  const valueCount = nextIndex[rankCount] ?? 0
  const order = new Uint32Array(rows.length)
  yield* forEachRange(codes.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const rank = codes[position] ?? 0
      const index = nextIndex[rank] ?? 0
      order[index] = position
      nextIndex[rank] = index + 1
    }
  })
  return { order, beginsGroup, valueCount }
}

interface Input {
  /** The positions of the matching rows, in their original order. */
  positions: Uint32Array
  /** Null keeps the original order. */
  sorted: SortedRows | null
  isDescending: boolean
}

/** Picks the matching rows from all sorted rows, so that a second sort compares and moves nothing. */
export function* orderMatches({ positions, sorted, isDescending }: Input): Steps<Uint32Array> {
  if (!sorted) return positions
  const { order, beginsGroup, valueCount } = sorted
  const isMatch = yield* markMatches(positions, order.length)
  const matches = new Uint32Array(positions.length)
  let length = 0

  function take(from: number, to: number) {
    for (let index = from; index < to; index += 1) {
      const position = order[index] ?? 0
      if (isMatch && isMatch[position] !== 1) continue
      matches[length] = position
      length += 1
    }
  }

  if (isDescending) {
    let end = valueCount
    yield* forEachRange(valueCount, (from, to) => {
      for (let index = valueCount - 1 - from; index >= valueCount - to; index -= 1) {
        if (beginsGroup[index] !== 1) continue
        take(index, end)
        end = index
      }
    })
  } else {
    yield* forEachRange(valueCount, take)
  }
  yield* forEachRange(order.length - valueCount, (from, to) => {
    take(valueCount + from, valueCount + to)
  })
  return matches
}

/** Undefined if all rows match. */
function* markMatches(positions: Uint32Array, rowCount: number): Steps<Uint8Array | undefined> {
  if (positions.length === rowCount) return undefined
  const isMatch = new Uint8Array(rowCount)
  yield* forEachRange(positions.length, (from, to) => {
    for (const position of positions.subarray(from, to)) isMatch[position] = 1
  })
  return isMatch
}
