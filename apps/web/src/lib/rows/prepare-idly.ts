import { whenIdle } from '@/lib/when-idle'

import { inSlices, type Clock } from './in-slices'
import type { Steps } from './steps'

/** Only while the page has nothing else to do: nobody waits for it. */
const idleClock: Clock = { now: () => performance.now(), pause: whenIdle }

/** Gets ready what may be asked for next. Calling what it returns leaves the rest for then. */
export function prepareIdly(prepare: () => Steps<void>, clock = idleClock) {
  let isWanted = true
  let abandon = () => {}
  clock.pause(() => {
    if (isWanted) abandon = inSlices(prepare(), () => {}, clock)
  })
  return () => {
    isWanted = false
    abandon()
  }
}
