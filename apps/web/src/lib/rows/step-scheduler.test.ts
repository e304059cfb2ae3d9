import { expect, test } from 'vitest'

import { runInSlices, type Clock } from './step-scheduler'
import { memoizeSteps, type Steps } from './cooperative-steps'

/** Each reading advances the clock by 1 ms. Paused work waits to be resumed by hand. */
function createManualClock() {
  let time = 0
  const waiting: (() => void)[] = []
  const clock: Clock = { now: () => (time += 1), pause: (goOn) => waiting.push(goOn) }
  return { clock, waiting, goOn: () => waiting.shift()?.() }
}

function* count(to: number, done: number[]): Steps<number> {
  for (let number = 1; number <= to; number += 1) {
    done.push(number)
    yield
  }
  return to
}

test('runInSlices finishes small work at once', () => {
  const { clock, waiting } = createManualClock()
  const results: number[] = []
  runInSlices(count(3, []), (result) => results.push(result), clock)
  expect(results).toEqual([3])
  expect(waiting).toEqual([])
})

test('runInSlices pauses after each slice', () => {
  const { clock, waiting, goOn } = createManualClock()
  const done: number[] = []
  const results: number[] = []
  runInSlices(count(20, done), (result) => results.push(result), clock)
  expect(done).toHaveLength(8)
  goOn()
  expect(done).toHaveLength(16)
  expect(results).toEqual([])
  goOn()
  expect(done).toHaveLength(20)
  expect(results).toEqual([20])
  expect(waiting).toEqual([])
})

test('cancelled work stops and reports no result', () => {
  const { clock, goOn } = createManualClock()
  const done: number[] = []
  const results: number[] = []
  const abandon = runInSlices(count(20, done), (result) => results.push(result), clock)
  abandon()
  goOn()
  expect(done).toHaveLength(8)
  expect(results).toEqual([])
})

test('a second caller continues shared steps where the first one stopped', () => {
  const { clock, goOn } = createManualClock()
  const done: number[] = []
  const results: string[] = []
  const work = memoizeSteps(() => count(20, done))
  runInSlices(work(), () => results.push('first'), clock)()
  runInSlices(work(), () => results.push('second'), clock)
  while (goOn() !== undefined || results.length === 0);
  expect(done).toHaveLength(20)
  expect(results).toEqual(['second'])
})

test('two callers of shared steps both get the result', () => {
  const { clock, waiting, goOn } = createManualClock()
  const done: number[] = []
  const results: number[] = []
  const work = memoizeSteps(() => count(30, done))
  runInSlices(work(), (result) => results.push(result), clock)
  runInSlices(work(), (result) => results.push(result), clock)
  while (waiting.length > 0) goOn()
  expect(done).toHaveLength(30)
  expect(results).toEqual([30, 30])
})

test('other tasks of the page run between slices', async () => {
  let otherRuns = 0
  let isDone = false
  const timer = setInterval(() => (otherRuns += 1), 0)
  function* endless(): Steps<void> {
    while (otherRuns < 3) yield
  }
  await new Promise<void>((resolve) => {
    runInSlices(endless(), resolve)
  })
  isDone = true
  clearInterval(timer)
  expect(isDone).toBe(true)
})
