import { cacheLastResult, shareSteps, shareStepsByKey, type Steps } from './cooperative-steps'
import type { IndexedColumn } from './indexed-column'
import { buildFacetCodes, type Facet, matchRows } from './row-facets'
import { buildSearchKeys, makeRowSearch } from './row-search'
import { buildSortRanks, orderMatches } from './row-sort'

export type RowIndex<Row> = ReturnType<typeof indexRows<Row>>

/** So many rows are searched and sorted before the next paint, with nothing prepared. */
const quickCount = 1000

/** What is made of one array of rows when it is first needed, and kept as long as they are. */
export function indexRows<Row>(
  rows: readonly Row[],
  columns: readonly IndexedColumn<Row>[],
  facets: readonly Facet<Row>[],
) {
  const searchKeys = shareSteps(() => buildSearchKeys(rows, columns))
  const sortRanks = shareStepsByKey((id) => {
    const column = columns.find((one) => one.id === id)
    return buildSortRanks(rows, column ?? { id, value: () => null })
  })
  const facetsById = new Map(facets.map((facet) => [facet.id, facet]))

  /** What a first search and a first sort would have to wait for. */
  function* prepare(): Steps<void> {
    if (rows.length <= quickCount) return
    yield* searchKeys()
    for (const { id } of columns) yield* sortRanks(id)
  }

  return {
    rows,
    facets,
    prepare,
    searchRows: makeRowSearch(rows.length, searchKeys),
    sortRanks,
    facetCodes: shareStepsByKey((id) => {
      const facet = facetsById.get(id)
      return buildFacetCodes(rows, facet ?? { id, title: id, value: () => '' })
    }),
    matches: cacheLastResult(matchRows),
    ordered: cacheLastResult(orderMatches),
  }
}
