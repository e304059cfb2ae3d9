import { RotateCw } from 'lucide-react'
import { useRef } from 'react'

import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

interface ListPlaceholderProps {
  /** A query without rows yet. */
  list: { isError: boolean; refetch: () => unknown }
  loading: string
  failure: string
}

/** Takes the place of a list that is loading or has failed to load. */
export function ListPlaceholder({ list, loading, failure }: ListPlaceholderProps) {
  const container = useRef<HTMLDivElement>(null)

  function tryAgain() {
    // The button disappears during the retry, so the container takes the focus.
    container.current?.focus()
    list.refetch()
  }

  return (
    <div
      ref={container}
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
        // Delayed, so that a list that loads within 150 ms does not flash.
        <output className="flex animate-in items-center gap-2.5 text-muted-foreground delay-150 fade-in-0 fill-mode-backwards">
          <Spinner />
          {loading}
        </output>
      )}
    </div>
  )
}
