import { afterEach, beforeEach, vi } from 'vitest'

/** In milliseconds. */
const keyPause = 10
const personPause = 2_000

/** Makes key presses 10 ms apart, however slow the machine is. The returned function lets a person's time pass. */
export function mockScannerTimes() {
  let last = 0
  beforeEach(() => {
    const stamps = new WeakMap<Event, number>()
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(function (this: Event) {
      const stamp = stamps.get(this) ?? (last += keyPause)
      stamps.set(this, stamp)
      return stamp
    })
  })
  afterEach(() => vi.restoreAllMocks())

  return function pause() {
    last += personPause
  }
}
