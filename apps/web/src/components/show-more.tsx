import { useRef, useState } from 'react'

import { formatCount } from '@/lib/format'
import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

interface ShowMoreProps {
  list: {
    hasNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
  shown: number
  /** Unknown for a list whose rows are not counted. */
  total?: number
}

/** The button below a list that loads in pages. */
export function ShowMore({ list, shown, total }: ShowMoreProps) {
  const count = useRef<HTMLOutputElement>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  if (!list.hasNextPage && !isUsed) return null

  async function showMore() {
    if (isLoading) return
    setIsUsed(true)
    setIsLoading(true)
    const { hasNextPage } = await list.fetchNextPage()
    setIsLoading(false)
    // The button disappears with the last page, so the count takes its focus.
    if (!hasNextPage) count.current?.focus()
  }

  return (
    <div className="grid justify-items-center gap-3 pt-4">
      <output
        ref={count}
        tabIndex={-1}
        className="text-sm text-muted-foreground tabular-nums outline-none"
      >
        {formatCount(shown)}
        {total !== undefined && ` of ${formatCount(total)}`} shown
      </output>
      {list.hasNextPage && (
        <Button
          variant="outline"
          // Not `disabled`, which would drop the focus.
          aria-disabled={isLoading}
          onClick={() => void showMore()}
        >
          {isLoading && <Spinner />}
          Show more
        </Button>
      )}
    </div>
  )
}

/** Shows loaded rows in pages of `pageSize`; `more` holds the props of ShowMore. */
export function useShownRows<Row>(rows: readonly Row[], pageSize: number) {
  const [pages, setPages] = useState(1)
  const shown = rows.slice(0, pages * pageSize)

  function fetchNextPage() {
    setPages(pages + 1)
    return Promise.resolve({ hasNextPage: rows.length > (pages + 1) * pageSize })
  }

  const list = {
    hasNextPage: shown.length < rows.length,
    fetchNextPage,
  }
  return { shown, more: { list, shown: shown.length, total: rows.length } }
}
