import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a stable function that calls the latest callback, so that memoized children do not
 * re-render.
 */
export function useEventCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
