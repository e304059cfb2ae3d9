import { RotateCw } from 'lucide-react'

import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

interface ListPendingProps {
  /** What a query answers that has no rows yet. */
  list: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  loading: string
  failure: string
}

/** What stands in place of a list that is still read, or could not be. */
export function ListPending({ list, loading, failure }: ListPendingProps) {
  if (!list.isError) {
    return (
      <output className="flex items-center justify-center gap-2.5 px-6 py-10 text-sm text-muted-foreground">
        <Spinner />
        {loading}
      </output>
    )
  }
  return (
    <div className="grid justify-items-center gap-4 px-6 py-10 text-sm">
      <p role="alert" className="text-center text-destructive">
        {failure}
      </p>
      <Button
        variant="outline"
        // Not disabled, which would drop the focus.
        aria-disabled={list.isFetching}
        onClick={() => !list.isFetching && list.refetch()}
      >
        {list.isFetching ? <Spinner /> : <RotateCw aria-hidden />}
        Try again
      </Button>
    </div>
  )
}
