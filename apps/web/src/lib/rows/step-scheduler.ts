import { whenIdle } from '@/lib/idle-callback'
import type { Steps } from './cooperative-steps'

/** In milliseconds: half of a 16 ms frame, so that the page has the other half. */
const sliceDuration = 8

export interface Clock {
  now: () => number
  /** Lets other queued tasks run first, then calls `goOn`. */
  pause: (goOn: () => void) => void
}

/** A message runs after the queued tasks; a timer would add 4 ms. */
export const pageClock: Clock = {
  now: () => performance.now(),
  pause: (goOn) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      goOn()
    })
    port1.start()
    port2.postMessage(null)
  },
}

/**
 * Runs the first slice at once, so that small work finishes before the next paint. The rest runs
 * between the page's other tasks. Returns a function that stops it.
 */
export function runInSlices<Result>(
  steps: Steps<Result>,
  onDone: (result: Result) => void,
  clock: Clock = pageClock,
) {
  let isAbandoned = false

  function doSlice() {
    if (isAbandoned) return
    const end = clock.now() + sliceDuration
    do {
      const step = steps.next()
      if (step.done) return onDone(step.value)
    } while (clock.now() < end)
    clock.pause(doSlice)
  }

  doSlice()
  return () => {
    isAbandoned = true
  }
}

/** Runs only while the page is idle, because no user waits for it. */
const idleClock: Clock = { now: () => performance.now(), pause: whenIdle }

/** Prepares likely requests while idle. Returns a function that stops it. */
export function runWhenIdle(prepare: () => Steps<void>, clock = idleClock) {
  let isWanted = true
  let abandon = () => {}
  clock.pause(() => {
    if (isWanted) abandon = runInSlices(prepare(), () => {}, clock)
  })
  return () => {
    isWanted = false
    abandon()
  }
}
