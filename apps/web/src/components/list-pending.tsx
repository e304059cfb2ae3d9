import { RotateCw } from 'lucide-react'
import { useRef } from 'react'

import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

interface ListPendingProps {
  /** What a query answers that has no rows yet. */
  list: { isError: boolean; refetch: () => unknown }
  loading: string
  failure: string
}

/** What stands in place of a list that is still read, or could not be. */
export function ListPending({ list, loading, failure }: ListPendingProps) {
  const place = useRef<HTMLDivElement>(null)

  function tryAgain() {
    // The button goes for as long as the next try takes, and the focus waits here.
    place.current?.focus()
    list.refetch()
  }

  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid justify-items-center gap-4 px-6 py-10 text-sm outline-none"
    >
      {list.isError ? (
        <>
          <p role="alert" className="text-center text-destructive">
            {failure}
          </p>
          <Button variant="outline" onClick={tryAgain}>
            <RotateCw aria-hidden />
            Try again
          </Button>
        </>
      ) : (
        // What is there in a moment does not flash first.
        <output className="flex animate-in items-center gap-2.5 text-muted-foreground delay-150 fade-in-0 fill-mode-backwards">
          <Spinner />
          {loading}
        </output>
      )}
    </div>
  )
}
