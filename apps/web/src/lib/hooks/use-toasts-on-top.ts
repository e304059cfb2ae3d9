import { useEffect } from 'react'

import { bottomBarCount } from '@/lib/toast'

/** For what has its buttons at the bottom: a screen that creates a document, and every dialog. */
export function useToastsOnTop() {
  useEffect(() => {
    bottomBarCount.set(bottomBarCount.get() + 1)
    return () => bottomBarCount.set(bottomBarCount.get() - 1)
  }, [])
}
