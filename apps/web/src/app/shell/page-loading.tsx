import { useEffect } from 'react'

import { Spinner } from '@/components/ui/spinner'
import { createStore } from '@/lib/external-store'
import { usePageTitle } from '@/lib/hooks/use-page-title'

/** Whether the code of the page is being fetched. */
export const isPageLoading = createStore(false)

/** Shown while a page's code is being fetched. */
export function PageLoading() {
  usePageTitle('Loading')

  useEffect(() => {
    isPageLoading.set(true)
    return () => isPageLoading.set(false)
  }, [])

  return (
    <div className="grid justify-items-center pt-24">
      <Spinner className="size-6 text-primary" />
      <output className="sr-only">Loading</output>
    </div>
  )
}
