import { stepSize, type Steps } from './steps'

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
