import { useState } from 'react'

/** Rows that are all there, shown so many at a time; `more` is for ShowMore. */
export function useShownRows<Row>(rows: readonly Row[], pageSize: number) {
  const [pages, setPages] = useState(1)
  const shown = rows.slice(0, pages * pageSize)

  function fetchNextPage() {
    setPages(pages + 1)
    return Promise.resolve({ hasNextPage: rows.length > (pages + 1) * pageSize })
  }

  const list = {
    hasNextPage: shown.length < rows.length,
    isFetchingNextPage: false,
    fetchNextPage,
  }
  return { shown, more: { list, shown: shown.length, total: rows.length } }
}
