import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { preparePages } from '@/app/pages'
import { prepareDialogs } from '@/components/lazy-dialog'
import { prepareToaster } from '@/components/toaster'
import { whenIdle } from '@/lib/when-idle'

/** Fetches ahead what may be wanted next, once the page before it has all that it shows. A page that waits is idle too. */
export function PrepareRest() {
  const queryClient = useQueryClient()
  const isWaiting = useIsFetching() > 0

  useEffect(() => {
    // What the page shows is asked for only after it was first drawn, and just before this.
    if (isWaiting || queryClient.isFetching() > 0) return undefined
    return whenIdle(prepareRest)
  }, [isWaiting, queryClient])

  return null
}

function prepareRest() {
  prepareToaster()
  preparePages()
  void prepareDialogs()
}
