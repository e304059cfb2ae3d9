import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { preloadDialogs } from '@/components/lazy/lazy-dialog'
import { preloadToaster } from '@/components/toaster'
import { useStore } from '@/lib/external-store'
import { whenIdle } from '@/lib/idle-callback'
import { isPageLoading } from './page-loading'

/** Once the current page has its data, preloads the dialogs and then the other pages. A click opens a dialog. */
export function IdlePreload({ preloadPages }: { preloadPages: () => void }) {
  const hasLoaded = useHasLoaded()

  useEffect(() => {
    if (!hasLoaded) return
    preloadToaster()
    void preloadDialogs().then(preloadPages)
  }, [hasLoaded, preloadPages])

  return null
}

/** Shows lazy children that are not a part of the page, once the page has its data. */
export function AfterLoading({ children }: { children: ReactNode }) {
  return useHasLoaded() ? children : null
}

/**
 * True once the first page has its data and the browser is idle. Idle time alone is not enough: a page that
 * waits for its data is idle too.
 */
function useHasLoaded() {
  const queryClient = useQueryClient()
  const isLoading = useStore(isPageLoading)
  const isWaiting = useIsFetching() > 0 || isLoading
  const [hasLoaded, setHasLoaded] = useState(false)

  useEffect(() => {
    // The page's queries start in effects just before this one, after `isWaiting` was read.
    if (hasLoaded || isWaiting || queryClient.isFetching() > 0) return undefined
    return whenIdle(() => setHasLoaded(true))
  }, [hasLoaded, isWaiting, queryClient])

  return hasLoaded
}
