import { whenIdle } from '@/lib/idle-callback'
import type { Steps } from './cooperative-steps'

/** A frame is 16 ms: half of it is left for what the page has to do. */
const sliceLength = 8

export interface Clock {
  now: () => number
  /** Lets everything else that waits have its turn, then calls. */
  pause: (goOn: () => void) => void
}

/** A message comes after what waits already; a timer would come 4 ms later. */
const pageClock: Clock = {
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
 * Does the first slice at once, so that small work is done before the next paint, and the rest
 * between what else the page has to do. Calling what it returns abandons the rest.
 */
export function runInSlices<Result>(
  steps: Steps<Result>,
  onDone: (result: Result) => void,
  clock: Clock = pageClock,
) {
  let isAbandoned = false

  function doSlice() {
    if (isAbandoned) return
    const end = clock.now() + sliceLength
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

/** Only while the page has nothing else to do: nobody waits for it. */
const idleClock: Clock = { now: () => performance.now(), pause: whenIdle }

/** Gets ready what may be asked for next. Calling what it returns leaves the rest for then. */
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
