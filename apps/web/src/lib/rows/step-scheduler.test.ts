import { expect, test } from 'vitest'

import { runInSlices, type Clock } from './step-scheduler'
import { shareSteps, type Steps } from './cooperative-steps'

/** Every look at it is one millisecond later, and what comes after a pause waits to be called. */
function handClock() {
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

test('does what is small at once', () => {
  const { clock, waiting } = handClock()
  const results: number[] = []
  runInSlices(count(3, []), (result) => results.push(result), clock)
  expect(results).toEqual([3])
  expect(waiting).toEqual([])
})

test('lets others have their turn after every slice', () => {
  const { clock, waiting, goOn } = handClock()
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

test('what is abandoned does no more, and says nothing', () => {
  const { clock, goOn } = handClock()
  const done: number[] = []
  const results: number[] = []
  const abandon = runInSlices(count(20, done), (result) => results.push(result), clock)
  abandon()
  goOn()
  expect(done).toHaveLength(8)
  expect(results).toEqual([])
})

test('whoever takes over goes on where the other one stopped', () => {
  const { clock, goOn } = handClock()
  const done: number[] = []
  const results: string[] = []
  const work = shareSteps(() => count(20, done))
  runInSlices(work(), () => results.push('first'), clock)()
  runInSlices(work(), () => results.push('second'), clock)
  while (goOn() !== undefined || results.length === 0);
  expect(done).toHaveLength(20)
  expect(results).toEqual(['second'])
})

test('two who wait for the same work both get what comes of it', () => {
  const { clock, waiting, goOn } = handClock()
  const done: number[] = []
  const results: number[] = []
  const work = shareSteps(() => count(30, done))
  runInSlices(work(), (result) => results.push(result), clock)
  runInSlices(work(), (result) => results.push(result), clock)
  while (waiting.length > 0) goOn()
  expect(done).toHaveLength(30)
  expect(results).toEqual([30, 30])
})

test('other tasks of the page run in between', async () => {
  let others = 0
  let isDone = false
  const timer = setInterval(() => (others += 1), 0)
  function* endless(): Steps<void> {
    while (others < 3) yield
  }
  await new Promise<void>((resolve) => {
    runInSlices(endless(), resolve)
  })
  isDone = true
  clearInterval(timer)
  expect(isDone).toBe(true)
})
