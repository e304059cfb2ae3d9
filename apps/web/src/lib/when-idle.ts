/** Does what nobody waits for once the browser has nothing better to do. */
export function whenIdle(work: () => void) {
  // Not every Safari can tell when it is idle.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 1000)
}
