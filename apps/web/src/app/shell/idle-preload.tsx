import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { preloadDialogs } from '@/components/lazy-dialog'
import { preloadToaster } from '@/components/toaster'
import { whenIdle } from '@/lib/idle-callback'

/**
 * Preloads the other pages and dialogs once the current page has its data. Idle time alone is not enough:
 * a page that waits for its data is idle too.
 */
export function IdlePreload({ preloadPages }: { preloadPages: () => void }) {
  const queryClient = useQueryClient()
  const isWaiting = useIsFetching() > 0

  useEffect(() => {
    // The page's queries start in effects just before this one, after `isWaiting` was read.
    if (isWaiting || queryClient.isFetching() > 0) return undefined
    return whenIdle(() => {
      preloadToaster()
      preloadPages()
      void preloadDialogs()
    })
  }, [isWaiting, queryClient, preloadPages])

  return null
}
