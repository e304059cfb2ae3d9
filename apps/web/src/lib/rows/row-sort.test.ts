import { expect, test } from 'vitest'

import { sortInSteps } from './row-sort'
import { stepSize } from './cooperative-steps'

test.each([
  ['mixed', (at: number) => (at * 7919) % 10_007],
  ['sorted', (at: number) => at],
  ['turned round', (at: number) => -at],
  ['two halves', (at: number) => at % 5000],
])('sorts 10,000 numbers that are %s, and compares few of them in one step', (_, valueAt) => {
  const values = Array.from({ length: 10_000 }, (__, at) => valueAt(at))
  let comparisons = 0
  let most = 0
  const steps = sortInSteps(values, (one, other) => {
    comparisons += 1
    return one - other
  })
  let step = steps.next()
  while (!step.done) {
    most = Math.max(most, comparisons)
    comparisons = 0
    step = steps.next()
  }
  most = Math.max(most, comparisons)
  expect(step.value).toEqual(values.toSorted((one, other) => one - other))
  expect(most).toBeLessThan(2 * stepSize)
})

test('few take no rest, so that no slow machine draws them a moment later', () => {
  const steps = sortInSteps([3, 1, 2], (one, other) => one - other)
  expect(steps.next()).toEqual({ done: true, value: [1, 2, 3] })
})
