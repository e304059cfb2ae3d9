import { useEffect, useMemo } from 'react'

import { inSlices } from '@/lib/rows/in-slices'
import type { KeyColumn } from '@/lib/rows/key-column'
import { makeRowFinder } from '@/lib/rows/make-row-finder'

/** `columns` must be the same array each time. */
export function useRowFinder<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly KeyColumn<Row>[],
) {
  const finder = useMemo(() => makeRowFinder(rows ?? [], columns), [rows, columns])
  useEffect(() => inSlices(finder.prepare(), () => {}), [finder])
  return finder
}
