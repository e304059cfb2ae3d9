import { Spinner } from '@/components/ui/spinner'
import { usePageTitle } from '@/lib/use-page-title'

/** Stands in for a page that is still being fetched. */
export function PageLoading() {
  usePageTitle('Loading')
  return (
    <div className="grid justify-items-center pt-24">
      <Spinner className="size-6 text-primary" />
      <output className="sr-only">Loading</output>
    </div>
  )
}
