import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Lets one thing happen at a time. A second click may come before React has drawn what the first
 * one disables.
 */
export function useBusy() {
  const now = useRef(false)
  const [isBusy, setIsBusy] = useState(false)

  /** False while something is under way already. */
  function begin() {
    if (now.current) return false
    now.current = true
    setIsBusy(true)
    return true
  }

  /** At once, so that what was disabled can be focused. */
  function end() {
    now.current = false
    flushSync(() => setIsBusy(false))
  }

  return { isBusy, begin, end }
}
