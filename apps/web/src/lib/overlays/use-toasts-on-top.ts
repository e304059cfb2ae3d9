import { useEffect } from 'react'

import { bottomBarCount } from '@/lib/toast'

/** For components with buttons at the bottom: the screens that create a document, and dialogs. */
export function useToastsOnTop() {
  useEffect(() => {
    bottomBarCount.set(bottomBarCount.get() + 1)
    return () => bottomBarCount.set(bottomBarCount.get() - 1)
  }, [])
}
