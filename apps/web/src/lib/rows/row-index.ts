import type { Facet } from './facet'
import { buildFacetCodes } from './facet-codes'
import type { KeyColumn } from './key-column'
import { matchRows } from './match-rows'
import { orderMatches } from './order-matches'
import { buildSearchKeys } from './search-keys'
import { buildSortOrder } from './sort-order'
import { buildSortRanks } from './sort-ranks'
import { lastOnly, once, onceEach } from './steps'

export type RowIndex<Row> = ReturnType<typeof indexRows<Row>>

/** What is made of one array of rows when it is first needed, and kept as long as they are. */
export function indexRows<Row>(
  rows: readonly Row[],
  columns: readonly KeyColumn<Row>[],
  facets: readonly Facet<Row>[],
) {
  const ranksOf = onceEach((id) => {
    const column = columns.find((one) => one.id === id)
    return buildSortRanks(rows, column ?? { id, value: () => null })
  })
  const facetsById = new Map(facets.map((facet) => [facet.id, facet]))

  return {
    rows,
    facets,
    searchKeys: once(() => buildSearchKeys(rows, columns)),
    ascending: onceEach(function* (id) {
      return yield* buildSortOrder(yield* ranksOf(id), false)
    }),
    descending: onceEach(function* (id) {
      return yield* buildSortOrder(yield* ranksOf(id), true)
    }),
    facetCodes: onceEach((id) => {
      const facet = facetsById.get(id)
      return buildFacetCodes(rows, facet ?? { id, title: id, value: () => '' })
    }),
    matches: lastOnly(matchRows),
    ordered: lastOnly(orderMatches),
  }
}
