/** Runs work when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void) {
  // Some versions of Safari have no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work)
  return () => window.cancelIdleCallback(handle)
}
