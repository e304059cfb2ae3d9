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
  /** For each index of `order`: 1 if its row is the first with its value. */
  beginsGroup: Uint8Array
  /** The number of rows with a value. */
  valueCount: number
}

/** Compares only distinct values. */
export function* sortRows<Row>(
  rows: readonly Row[],
  { value: valueOf }: IndexedColumn<Row>,
): Steps<SortedRows> {
  const positionsOf = new Map<string | number | null, number[]>()
  yield* forEachRange(rows.length, (from, to) => {
    for (const [offset, row] of rows.slice(from, to).entries()) {
      const value = valueOf(row)
      const positions = positionsOf.get(value)
      if (positions) positions.push(from + offset)
      else positionsOf.set(value, [from + offset])
    }
  })
  const missing = positionsOf.get(null) ?? []
  const values = [...positionsOf.keys()].filter((value) => value !== null)
  const sorted = yield* sortInSteps(values, compareValues)

  const order = new Uint32Array(rows.length)
  const beginsGroup = new Uint8Array(rows.length)
  let length = 0
  let groupStart = 0
  yield* forEachRange(sorted.length, (from, to) => {
    for (const [offset, value] of sorted.slice(from, to).entries()) {
      const positions = positionsOf.get(value) ?? []
      const before = sorted[from + offset - 1]
      // '1' and '01' are the same number.
      const isEqual = before !== undefined && compareValues(before, value) === 0
      if (!isEqual) groupStart = length
      beginsGroup[groupStart] = 1
      order.set(positions, length)
      length += positions.length
      if (isEqual) order.subarray(groupStart, length).sort()
    }
  })
  order.set(missing, length)
  return { order, beginsGroup, valueCount: length }
}

interface Input {
  /** The positions of the matching rows, in their original order. */
  positions: Uint32Array
  /** Null keeps the original order. */
  sorted: SortedRows | null
  isDescending: boolean
}

/** Picks the matching rows from all sorted rows, so that a second sort compares nothing. */
export function* orderMatches({ positions, sorted, isDescending }: Input): Steps<Uint32Array> {
  if (!sorted) return positions
  const { order, beginsGroup, valueCount } = sorted
  const isMatch = new Uint8Array(order.length)
  for (const position of positions) isMatch[position] = 1
  const matches = new Uint32Array(positions.length)
  let length = 0

  function take(index: number) {
    const position = order[index] ?? 0
    if (isMatch[position] !== 1) return
    matches[length] = position
    length += 1
  }

  // Descending, the rows with a value come in reverse, and equal ones among them in their original order.
  const reversedCount = isDescending ? valueCount : 0
  let groupStart = 0
  yield* forEachRange(reversedCount, (from, to) => {
    for (let index = reversedCount - 1 - from; index >= reversedCount - to; index -= 1) {
      take(index)
      if (beginsGroup[index] !== 1) continue
      if (length - groupStart > 1) matches.subarray(groupStart, length).reverse()
      groupStart = length
    }
  })
  yield* forEachRange(order.length - reversedCount, (from, to) => {
    for (let index = from; index < to; index += 1) take(reversedCount + index)
  })
  return matches
}
