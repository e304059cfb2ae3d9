import { useEffect } from 'react'

import { toastsOnTop } from './toast'

/** For what has its buttons at the bottom: a screen that creates a document, and every dialog. */
export function useToastsOnTop() {
  useEffect(() => {
    toastsOnTop.set(toastsOnTop.get() + 1)
    return () => toastsOnTop.set(toastsOnTop.get() - 1)
  }, [])
}
