import type { Steps } from './cooperative-steps'
import { type FacetOption, addUnusedOptions } from './row-facets'
import type { RowIndex } from './row-index'
import { toSearchTerms } from './text-search'

export interface Sort {
  id: string
  isDescending: boolean
}

/** Search, filters, sorting and the page to show. */
export interface TablePageRequest {
  search: string
  /** Selected values by the facet's id. A facet without any lets every row pass. */
  chosen: Readonly<Record<string, readonly string[]>>
  sort: Sort | null
  /** Starts at 1. */
  page: number
  size: number
}

export interface TablePage<Row> {
  rows: Row[]
  /** The requested page, or the last one. */
  page: number
  pageCount: number
  /** The positions of all matching rows, in order. */
  matches: Uint32Array
  /** By the facet's id. */
  options: Record<string, FacetOption[]>
}

/** Finds the rows to show. The index reuses the results of earlier requests. */
export function* findTablePage<Row>(
  index: RowIndex<Row>,
  request: TablePageRequest,
): Steps<TablePage<Row>> {
  const terms = toSearchTerms(request.search)
  const found = yield* index.searchRows(terms)
  const filters = []
  for (const { id } of index.facets) {
    filters.push({ id, chosen: request.chosen[id] ?? [], ...(yield* index.facetCodes(id)) })
  }
  const filterKey = JSON.stringify([terms.start, filters.map(({ chosen }) => chosen)])
  const { positions, facetCounts } = yield* index.matches(filterKey, { found, filters })

  const { sort } = request
  const matches = yield* index.ordered(filterKey + JSON.stringify(sort), {
    positions,
    sorted: sort && (yield* index.sortedRows(sort.id)),
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
      filters.map(({ id, values, chosen }, facetIndex) => [
        id,
        toOptions(values, facetCounts[facetIndex], chosen),
      ]),
    ),
  }
}

/** A selected value stays as an option without rows, so that the user can deselect it. */
function toOptions(values: string[], counts: Uint32Array | undefined, chosen: readonly string[]) {
  return addUnusedOptions(
    values.map((value, code) => ({ value, count: counts?.[code] ?? 0 })),
    chosen,
  )
}
