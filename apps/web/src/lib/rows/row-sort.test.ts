import { expect, test } from 'vitest'

import { sortInSteps } from './row-sort'
import { stepSize } from './cooperative-steps'

test.each([
  ['mixed', (index: number) => (index * 7919) % 10_007],
  ['sorted', (index: number) => index],
  ['reversed', (index: number) => -index],
  ['interleaved', (index: number) => index % 5000],
])('sortInSteps sorts 10,000 %s numbers with few comparisons in each step', (_, valueAt) => {
  const values = Array.from({ length: 10_000 }, (__, index) => valueAt(index))
  let comparisons = 0
  let maxComparisons = 0
  const steps = sortInSteps(values, (a, b) => {
    comparisons += 1
    return a - b
  })
  let step = steps.next()
  while (!step.done) {
    maxComparisons = Math.max(maxComparisons, comparisons)
    comparisons = 0
    step = steps.next()
  }
  maxComparisons = Math.max(maxComparisons, comparisons)
  expect(step.value).toEqual(values.toSorted((a, b) => a - b))
  expect(maxComparisons).toBeLessThan(2 * stepSize)
})

test('sortInSteps sorts a few values in a single step', () => {
  const steps = sortInSteps([3, 1, 2], (a, b) => a - b)
  expect(steps.next()).toEqual({ done: true, value: [1, 2, 3] })
})
