import { codeForms, type StockCountLine } from '@stockie/contracts'
import { useMemo, useState } from 'react'

import { runToEnd } from '@/lib/rows/cooperative-steps'
import type { IndexedColumn } from '@/lib/rows/indexed-column'
import { buildSearchKeys, matchesSearch, toSearchTerms } from '@/lib/rows/text-search'

const columns: IndexedColumn<StockCountLine>[] = [
  { id: 'name', value: ({ name }) => name },
  { id: 'category', value: ({ categoryName }) => categoryName ?? 'Unknown' },
  {
    id: 'code',
    value: ({ code }) => code,
    searchStarts: ({ code }) => (code ? codeForms(code) : []),
  },
]

interface ShownLinesOptions {
  lines: readonly StockCountLine[]
  isCounted: (line: StockCountLine) => boolean
  startsFiltered: boolean
}

/**
 * The products that the search and the filter show. A product that is counted stays where it is until the user
 * searches or filters again, so that no row moves below a thumb.
 */
export function useShownLines({ lines, isCounted, startsFiltered }: ShownLinesOptions) {
  const [search, setSearch] = useState('')
  const findUncounted = (): ReadonlySet<number> =>
    new Set(lines.filter((line) => !isCounted(line)).map(({ productId }) => productId))
  const [uncounted, setUncounted] = useState(() => (startsFiltered ? findUncounted() : null))

  const shown = useMemo(() => {
    const found = search.trim() === '' ? lines : findLines(lines, search)
    return uncounted ? found.filter(({ productId }) => uncounted.has(productId)) : found
  }, [lines, search, uncounted])

  return {
    shown,
    search,
    setSearch(text: string) {
      setSearch(text)
      if (uncounted) setUncounted(findUncounted())
    },
    isFiltered: uncounted !== null,
    filter: (isOn: boolean) => setUncounted(isOn ? findUncounted() : null),
  }
}

function findLines(lines: readonly StockCountLine[], search: string) {
  const terms = toSearchTerms(search)
  const keys = runToEnd(buildSearchKeys(lines, columns))
  return lines.filter((_line, position) => matchesSearch(keys, position, terms))
}
