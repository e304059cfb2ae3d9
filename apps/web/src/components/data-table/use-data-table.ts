import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'

import type { FoundPage } from '@/lib/rows/page-query'
import { type Facet, withUnused } from '@/lib/rows/row-facets'
import { indexRows, type RowIndex } from '@/lib/rows/row-index'
import type { Column } from './column'
import { useTableUrlState } from './table-url-state'
import { useColumnVisibility } from './use-column-visibility'
import { usePageTable, useRowPage } from './use-page-table'

interface DataTableOptions<Row> {
  /** Of the screen: the column choice is kept by it. */
  name: string
  /** Undefined while there are none yet. */
  rows: Row[] | undefined
  /** Those of the first render count; only their cells may change. */
  columns: readonly Column<Row>[]
  getId: (row: Row) => number
  /** As of the columns, but for what is known of their values. */
  facets?: readonly Facet<Row>[]
}

export type DataTableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>

const noFacets: readonly never[] = []
const noRows: never[] = []

export function useDataTable<Row extends object>(options: DataTableOptions<Row>) {
  const { name, rows } = options
  const [{ columns, getId, facets }] = useState(() => toStable(options))
  const { request, change } = useTableUrlState(columns, facets)
  const index = useMemo(() => rows && indexRows(rows, columns, facets), [rows, columns, facets])
  const { found, isCurrent } = useRowPage(index, request)
  const page = found?.page
  // The last page is empty since its rows went: there is one before it. Not said while it is drawn: React
  // forgets that where a transition is still to come, and it would be said again without end.
  const lastPage = page && isCurrent && page.page !== request.page ? page.page : undefined
  const goToLast = useEffectEvent((last: number) => change({ page: last }))
  useLayoutEffect(() => {
    if (lastPage !== undefined) goToLast(lastPage)
  }, [lastPage])

  const { visibility, chooseColumns } = useColumnVisibility(name, columns)
  const { selected, select, toggle } = useSelection(rows, getId)
  const selectedMatches = useMemo(
    () => (found ? findSelected(found, selected, getId) : []),
    [found, selected, getId],
  )

  const columnsById = useMemo(
    () => new Map(options.columns.map((column) => [column.id, column])),
    [options.columns],
  )

  const table = usePageTable({
    columns,
    getId,
    rows: page?.rows ?? noRows,
    rowCount: page?.matches.length ?? 0,
    page: page?.page ?? 1,
    request,
    change,
    visibility,
    chooseColumns,
    selected,
    select,
  })

  return {
    table,
    /** Those of this render: a cell may close over what the screen knows now. */
    columns: columnsById,
    toggle,
    facets: facets.map(({ id, title }) => ({
      id,
      title,
      options: page ? withUnused(page.options[id] ?? [], knownOf(options, id)) : [],
      chosen: request.chosen[id] ?? [],
      choose: (values: string[]) =>
        change({ chosen: { ...request.chosen, [id]: values }, page: 1 }),
    })),
    search: request.search,
    setSearch: (search: string) => change({ search, page: 1 }),
    isFiltered:
      request.search !== '' || Object.values(request.chosen).some(({ length }) => length > 0),
    reset: () =>
      change({
        search: '',
        chosen: Object.fromEntries(facets.map(({ id }) => [id, []])),
        page: 1,
      }),
    /** Whether there is anything to show yet, which may be no rows at all. */
    hasPage: page !== undefined,
    /** What is shown answers an older question. */
    isBusy: page !== undefined && !isCurrent,
    matchCount: page?.matches.length ?? 0,
    /** The selected rows that match: one deletes nothing that no page shows. */
    selectedMatches,
  }
}

/** Not the rows: those of the first render would be kept as long as the screen is. */
function toStable<Row>({ columns, getId, facets = noFacets }: DataTableOptions<Row>) {
  return { columns, getId, facets }
}

function knownOf<Row>({ facets }: DataTableOptions<Row>, id: string) {
  return facets?.find((facet) => facet.id === id)?.known ?? []
}

/** The ids that are selected. Those of rows that are gone are forgotten. */
function useSelection<Row>(rows: readonly Row[] | undefined, getId: (row: Row) => number) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [heldAgainst, setHeldAgainst] = useState(rows)

  if (rows && rows !== heldAgainst) {
    setHeldAgainst(rows)
    if (selected.size > 0) {
      setSelected(new Set(rows.map(getId).filter((id) => selected.has(id))))
    }
  }
  const toggle = useCallback((id: number) => {
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { selected, select: setSelected, toggle }
}

interface Found<Row> {
  index: RowIndex<Row>
  page: FoundPage<Row>
}

/** The ids that are selected and match. */
function findSelected<Row>(
  { index, page }: Found<Row>,
  selected: ReadonlySet<number>,
  getId: (row: Row) => number,
) {
  const ids: number[] = []
  if (selected.size === 0) return ids
  for (const position of page.matches) {
    const row = index.rows[position]
    const id = row && getId(row)
    if (id !== undefined && selected.has(id)) ids.push(id)
  }
  return ids
}
