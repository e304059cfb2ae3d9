import { useEffect } from 'react'

import { toastsOnTop } from './toast'

/** For a screen that has what it comes to at the bottom: its totals, and the button that sends them. */
export function useToastsOnTop() {
  useEffect(() => {
    toastsOnTop.set(true)
    return () => toastsOnTop.set(false)
  }, [])
}
