import { useEffect } from 'react'

import { onTopCount } from './toast'

/** For what has its buttons at the bottom: a screen that creates a document, and every dialog. */
export function useToastsOnTop() {
  useEffect(() => {
    onTopCount.set(onTopCount.get() + 1)
    return () => onTopCount.set(onTopCount.get() - 1)
  }, [])
}
