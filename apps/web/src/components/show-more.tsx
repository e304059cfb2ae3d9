import { useRef, useState } from 'react'

import { formatCount } from '@/lib/format'

import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

interface ShowMoreProps {
  /** What useInfiniteQuery answers. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
  shown: number
  total: number
}

/** At the end of a list that comes in pages. */
export function ShowMore({ list, shown, total }: ShowMoreProps) {
  const count = useRef<HTMLOutputElement>(null)
  const [isUsed, setIsUsed] = useState(false)
  if (!list.hasNextPage && !isUsed) return null

  async function showMore() {
    if (list.isFetchingNextPage) return
    setIsUsed(true)
    const { hasNextPage } = await list.fetchNextPage()
    // The button goes, and the focus that was on it stays near.
    if (!hasNextPage) count.current?.focus()
  }

  return (
    <div className="grid justify-items-center gap-3 pt-4">
      <output
        ref={count}
        tabIndex={-1}
        className="text-sm text-muted-foreground tabular-nums outline-none"
      >
        {formatCount(shown)} of {formatCount(total)} shown
      </output>
      {list.hasNextPage && (
        <Button
          variant="outline"
          // Not disabled, which would drop the focus.
          aria-disabled={list.isFetchingNextPage}
          onClick={() => void showMore()}
        >
          {list.isFetchingNextPage && <Spinner />}
          Show more
        </Button>
      )}
    </div>
  )
}
