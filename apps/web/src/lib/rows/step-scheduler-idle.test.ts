import { expect, test } from 'vitest'

import { runWhenIdle } from './step-scheduler'
import { shareSteps, type Steps } from './cooperative-steps'

/** Eight steps fit into a slice; the next one waits until the page has nothing to do. */
function idlePage() {
  let time = 0
  const waiting: (() => void)[] = []
  const clock = { now: () => (time += 1), pause: (goOn: () => void) => void waiting.push(goOn) }
  const done: number[] = []
  const prepare = shareSteps(function* (): Steps<void> {
    for (let number = 1; number <= 20; number += 1) {
      done.push(number)
      yield
    }
  })
  return { clock, waiting, done, prepare, beIdle: () => waiting.shift()?.() }
}

test('does nothing before the page is idle, then a slice at a time', () => {
  const { clock, waiting, done, prepare, beIdle } = idlePage()
  runWhenIdle(prepare, clock)
  expect(done).toHaveLength(0)
  beIdle()
  expect(done).toHaveLength(8)
  beIdle()
  expect(done).toHaveLength(16)
  beIdle()
  expect(done).toHaveLength(20)
  expect(waiting).toEqual([])
})

test('does no more once something is asked, and goes on later', () => {
  const { clock, done, prepare, beIdle } = idlePage()
  runWhenIdle(prepare, clock)()
  beIdle()
  expect(done).toHaveLength(0)

  const abandon = runWhenIdle(prepare, clock)
  beIdle()
  abandon()
  beIdle()
  expect(done).toHaveLength(8)

  runWhenIdle(prepare, clock)
  beIdle()
  beIdle()
  expect(done).toHaveLength(20)
})
