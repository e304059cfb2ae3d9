import type { Steps } from './cooperative-steps'
import { type FacetOption, withUnused } from './row-facets'
import type { RowIndex } from './row-index'
import { toSearchWords } from './row-search'

export interface Sort {
  id: string
  isDescending: boolean
}

/** Which rows, in which order, and which of them to show. */
export interface PageRequest {
  search: string
  /** By the facet's id. One that nothing is chosen of lets every row through. */
  chosen: Readonly<Record<string, readonly string[]>>
  sort: Sort | null
  /** From 1. */
  page: number
  size: number
}

export interface FoundPage<Row> {
  rows: Row[]
  /** The asked one, or the last. */
  page: number
  pageCount: number
  /** The positions of all rows that match, in order. */
  matches: Uint32Array
  /** By the facet's id. */
  options: Record<string, FacetOption[]>
}

/** The rows to show. What an earlier request has made of the same rows is not made again. */
export function* findPage<Row>(index: RowIndex<Row>, request: PageRequest): Steps<FoundPage<Row>> {
  const words = toSearchWords(request.search)
  const found = yield* index.searchRows(words)
  const filters = []
  for (const { id } of index.facets) {
    filters.push({ id, chosen: request.chosen[id] ?? [], ...(yield* index.facetCodes(id)) })
  }
  const filterKey = JSON.stringify([words, filters.map(({ chosen }) => chosen)])
  const { positions, facetCounts } = yield* index.matches(filterKey, { found, filters })

  const { sort } = request
  const matches = yield* index.ordered(filterKey + JSON.stringify(sort), {
    positions,
    ranks: sort && (yield* index.sortRanks(sort.id)),
    isDescending: sort?.isDescending === true,
  })

  const pageCount = Math.max(1, Math.ceil(matches.length / request.size))
  const page = Math.min(Math.max(1, request.page), pageCount)
  const shown = matches.slice((page - 1) * request.size, page * request.size)
  return {
    rows: Array.from(shown).flatMap((position) => index.rows.slice(position, position + 1)),
    page,
    pageCount,
    matches,
    options: Object.fromEntries(
      filters.map(({ id, values, chosen }, place) => [
        id,
        toOptions(values, facetCounts[place], chosen),
      ]),
    ),
  }
}

/** One that is chosen stays, though no row has it any more: it must be possible to let it go. */
function toOptions(values: string[], counts: Uint32Array | undefined, chosen: readonly string[]) {
  return withUnused(
    values.map((value, code) => ({ value, count: counts?.[code] ?? 0 })),
    chosen,
  )
}
