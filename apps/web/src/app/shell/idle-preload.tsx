import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { preloadPages } from '@/app/lazy-pages'
import { preloadDialogs } from '@/components/lazy-dialog'
import { preloadToaster } from '@/components/toaster'
import { whenIdle } from '@/lib/idle-callback'

/** Fetches ahead what may be wanted next, once the page before it has all that it shows. A page that waits is idle too. */
export function IdlePreload() {
  const queryClient = useQueryClient()
  const isWaiting = useIsFetching() > 0

  useEffect(() => {
    // What the page shows is asked for only after it was first drawn, and just before this.
    if (isWaiting || queryClient.isFetching() > 0) return undefined
    return whenIdle(preloadRest)
  }, [isWaiting, queryClient])

  return null
}

function preloadRest() {
  preloadToaster()
  preloadPages()
  void preloadDialogs()
}
