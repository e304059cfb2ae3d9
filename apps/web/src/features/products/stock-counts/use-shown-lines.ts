import { codeForms, type StockCountLine } from '@stockie/contracts'
import { useMemo, useState } from 'react'

import { memoizeSteps, runToEnd } from '@/lib/rows/cooperative-steps'
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
 * The products that the search and the filter show. A product that is counted leaves the filter when this user counts the next
 * one: then no row moves below a thumb because of others.
 */
export function useShownLines({ lines, isCounted, startsFiltered }: ShownLinesOptions) {
  const [search, setSearch] = useState('')
  const findUncounted = (alsoShown?: number): ReadonlySet<number> =>
    new Set(
      lines
        .filter((line) => line.productId === alsoShown || !isCounted(line))
        .map(({ productId }) => productId),
    )
  const [uncounted, setUncounted] = useState(() => (startsFiltered ? findUncounted() : null))
  /** Built for the first search. */
  const keys = useMemo(() => memoizeSteps(() => buildSearchKeys(lines, columns)), [lines])

  const shown = useMemo(() => {
    const terms = toSearchTerms(search)
    const found =
      terms.words.length === 0
        ? lines
        : lines.filter((_line, position) => matchesSearch(runToEnd(keys()), position, terms))
    return uncounted ? found.filter(({ productId }) => uncounted.has(productId)) : found
  }, [lines, keys, search, uncounted])

  return {
    shown,
    search,
    setSearch,
    isFiltered: uncounted !== null,
    filter: (isOn: boolean) => setUncounted(isOn ? findUncounted() : null),
    /** Call before this user counts a product, which stays for now. */
    refilter(productId: number) {
      if (uncounted) setUncounted(findUncounted(productId))
    },
  }
}
