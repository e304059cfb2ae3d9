/** In milliseconds. A busy browser runs the work after this time at the latest. */
const longestWait = 5000

/** Runs work when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void) {
  // Some versions of Safari have no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: longestWait })
  return () => window.cancelIdleCallback(handle)
}
