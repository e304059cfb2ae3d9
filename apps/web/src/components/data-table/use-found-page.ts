import { useEffect, useLayoutEffect, useState } from 'react'

import { findPage, type FoundPage } from '@/lib/rows/find-page'
import { inSlices } from '@/lib/rows/in-slices'
import type { PageRequest } from '@/lib/rows/page-request'
import { prepareIdly } from '@/lib/rows/prepare-idly'
import type { RowIndex } from '@/lib/rows/row-index'

interface Found<Row> {
  index: RowIndex<Row>
  request: PageRequest
  page: FoundPage<Row>
}

/**
 * The page that was asked for, or the one before it for as long as this one is being found. What
 * is small is there before the next paint; what is superseded is never shown.
 */
export function useFoundPage<Row>(index: RowIndex<Row> | undefined, request: PageRequest) {
  const [found, setFound] = useState<Found<Row> | null>(null)

  // Rows of another kind, a new range say, are not to be taken for these.
  if (!index && found) setFound(null)

  useLayoutEffect(() => {
    if (!index) return undefined
    return inSlices(findPage(index, request), (page) => setFound({ index, request, page }))
  }, [index, request])
  const isCurrent = found !== null && found.index === index && found.request === request
  useEffect(() => (index && isCurrent ? prepareIdly(index.prepare) : undefined), [index, isCurrent])
  return { found: index && found, isCurrent }
}
