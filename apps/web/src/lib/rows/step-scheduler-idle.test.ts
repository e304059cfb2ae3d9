import { expect, test } from 'vitest'

import { runWhenIdle } from './step-scheduler'
import { memoizeSteps, type Steps } from './cooperative-steps'

/** A slice fits eight steps. The next slice waits until the page is idle. */
function createIdlePage() {
  let time = 0
  const waiting: (() => void)[] = []
  const clock = { now: () => (time += 1), pause: (goOn: () => void) => void waiting.push(goOn) }
  const done: number[] = []
  const prepare = memoizeSteps(function* (): Steps<void> {
    for (let number = 1; number <= 20; number += 1) {
      done.push(number)
      yield
    }
  })
  return { clock, waiting, done, prepare, runIdleTask: () => waiting.shift()?.() }
}

test('runWhenIdle waits until the page is idle, then runs one slice each time', () => {
  const { clock, waiting, done, prepare, runIdleTask } = createIdlePage()
  runWhenIdle(prepare, clock)
  expect(done).toHaveLength(0)
  runIdleTask()
  expect(done).toHaveLength(8)
  runIdleTask()
  expect(done).toHaveLength(16)
  runIdleTask()
  expect(done).toHaveLength(20)
  expect(waiting).toEqual([])
})

test('runWhenIdle stops when cancelled, and a later call continues the work', () => {
  const { clock, done, prepare, runIdleTask } = createIdlePage()
  runWhenIdle(prepare, clock)()
  runIdleTask()
  expect(done).toHaveLength(0)

  const abandon = runWhenIdle(prepare, clock)
  runIdleTask()
  abandon()
  runIdleTask()
  expect(done).toHaveLength(8)

  runWhenIdle(prepare, clock)
  runIdleTask()
  runIdleTask()
  expect(done).toHaveLength(20)
})
