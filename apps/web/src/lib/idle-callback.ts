/**
 * Does what nobody waits for once the browser has nothing better to do. Calling what it returns leaves it
 * undone.
 */
export function whenIdle(work: () => void) {
  // Not every Safari can tell when it is idle.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work)
  return () => window.cancelIdleCallback(handle)
}
