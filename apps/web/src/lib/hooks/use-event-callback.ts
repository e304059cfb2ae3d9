import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for ever, which calls the one of now: what is given it need not be drawn again. */
export function useEventCallback<Args extends unknown[]>(callback: (...args: Args) => void) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
