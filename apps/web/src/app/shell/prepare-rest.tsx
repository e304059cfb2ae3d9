import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import { preparePages } from '@/app/pages'
import { prepareDialogs } from '@/components/lazy-dialog'
import { prepareToaster } from '@/components/toaster'
import { whenIdle } from '@/lib/when-idle'

/** Fetches ahead what may be wanted next, once the page before it has all that it shows. */
export function PrepareRest() {
  const isWaiting = useIsFetching() > 0

  useEffect(() => {
    if (!isWaiting) whenIdle(prepareRest)
  }, [isWaiting])

  return null
}

function prepareRest() {
  prepareToaster()
  preparePages()
  void prepareDialogs()
}
