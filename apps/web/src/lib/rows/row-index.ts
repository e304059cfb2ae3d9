import { cacheLastResult, memoizeSteps, memoizeStepsByKey, type Steps } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import { buildFacetCodes, type Facet, filterRows } from './row-facets'
import { buildSearchKeys, createTextSearch } from './text-search'
import { orderMatches, sortRows } from './row-sort'

export type RowIndex<Row> = ReturnType<typeof indexRows<Row>>

/** This many rows are searched and sorted before the next paint without preparation. */
const quickCount = 1000

/** Caches for one array of rows. Each is built on first use and lives as long as the array. */
export function indexRows<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
  facets: readonly Facet<Row>[],
) {
  const searchKeys = memoizeSteps(() => buildSearchKeys(rows, columns))
  const sortedRows = memoizeStepsByKey((id) => {
    const column = columns.find((candidate) => candidate.id === id)
    return sortRows(rows, column ?? { id, value: () => null })
  })
  const facetsById = new Map(facets.map((facet) => [facet.id, facet]))

  /** Builds what the first search and the first sort would wait for. */
  function* prepare(): Steps<void> {
    if (rows.length <= quickCount) return
    yield* searchKeys()
    for (const { id } of columns) yield* sortedRows(id)
  }

  return {
    rows,
    facets,
    prepare,
    searchRows: createTextSearch(rows.length, searchKeys),
    sortedRows,
    facetCodes: memoizeStepsByKey((id) => {
      const facet = facetsById.get(id)
      return buildFacetCodes(rows, facet ?? { id, title: id, value: () => '' })
    }),
    matches: cacheLastResult(filterRows),
    ordered: cacheLastResult(orderMatches),
  }
}
