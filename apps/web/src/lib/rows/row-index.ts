import type { Facet } from './facet'
import { buildFacetCodes } from './facet-codes'
import type { KeyColumn } from './key-column'
import { matchRows } from './match-rows'
import { orderMatches } from './order-matches'
import { buildSearchKeys } from './search-keys'
import { makeRowSearch } from './search-rows'
import { buildSortRanks } from './sort-ranks'
import { lastOnly, once, onceEach, type Steps } from './steps'

export type RowIndex<Row> = ReturnType<typeof indexRows<Row>>

/** So many rows are searched and sorted before the next paint, with nothing prepared. */
const quickCount = 1000

/** What is made of one array of rows when it is first needed, and kept as long as they are. */
export function indexRows<Row>(
  rows: readonly Row[],
  columns: readonly KeyColumn<Row>[],
  facets: readonly Facet<Row>[],
) {
  const searchKeys = once(() => buildSearchKeys(rows, columns))
  const sortRanks = onceEach((id) => {
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
    facetCodes: onceEach((id) => {
      const facet = facetsById.get(id)
      return buildFacetCodes(rows, facet ?? { id, title: id, value: () => '' })
    }),
    matches: lastOnly(matchRows),
    ordered: lastOnly(orderMatches),
  }
}
