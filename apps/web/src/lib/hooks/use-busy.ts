import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Prevents concurrent actions. A ref is needed because a second click may arrive before React
 * disables the button.
 */
export function useBusy() {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)

  /** Returns false if an action is already running. */
  function begin() {
    if (isRunning.current) return false
    isRunning.current = true
    setIsBusy(true)
    return true
  }

  /** Renders synchronously, so that the disabled elements can be focused again. */
  function end() {
    isRunning.current = false
    flushSync(() => setIsBusy(false))
  }

  return { isBusy, begin, end }
}
