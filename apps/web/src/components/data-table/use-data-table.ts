import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'

import { type Facet, addUnusedOptions } from '@/lib/rows/row-facets'
import { indexRows } from '@/lib/rows/row-index'
import type { Column } from './column'
import { useTableUrlState } from './table-url-state'
import { useColumnVisibility } from './use-column-visibility'
import { usePageTable } from './use-page-table'
import { type FoundPage, useTablePage } from './held-rows/use-table-page'

interface DataTableOptions<Row> {
  /** The name of the screen; part of the storage key of the column choice. */
  name: string
  /** Undefined until they are loaded. */
  rows: Row[] | undefined
  /** The rows answer an action of this user, so they appear at once. See useOwnChanges. */
  isOwnChange?: boolean
  /** The first render's columns are used. Only their cells may change later. */
  columns: readonly Column<Row>[]
  getId: (row: Row) => number
  /** The first render's facets are used. Only their known values may change later. */
  facets?: readonly Facet<Row>[]
}

export interface ChosenRows {
  kind: 'selected' | 'found'
  ids: readonly number[]
}

export type DataTableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>

const noFacets: readonly never[] = []

export function useDataTable<Row extends object>(options: DataTableOptions<Row>) {
  const { name, rows, isOwnChange = false } = options
  const [{ columns, getId, facets }] = useState(() => toStable(options))
  const { request, change } = useTableUrlState(columns, facets)
  const index = useMemo(() => rows && indexRows(rows, columns, facets), [rows, columns, facets])
  const pageRows = useTablePage({ index, request, getId, isOwnChange })
  const { found, isCurrent } = pageRows
  const page = found?.page
  // If the last page lost its rows, go to the new last page. Not during render: React drops that update
  // while a transition is pending, and the render would repeat it without end.
  const lastPage = page && isCurrent && page.page !== request.page ? page.page : undefined
  const goToLastPage = useEffectEvent((last: number) => change({ page: last }))
  useLayoutEffect(() => {
    if (lastPage !== undefined) goToLastPage(lastPage)
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

  const isFiltered =
    request.search !== '' || Object.values(request.chosen).some(({ length }) => length > 0)

  const table = usePageTable({
    columns,
    getId,
    rows: pageRows.rows,
    removed: pageRows.removed,
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
    name,
    getId,
    table,
    /** The current render's columns, since a cell may close over the screen's current state. */
    columns: columnsById,
    toggle,
    found,
    /** The ids of shown rows that no longer exist. */
    removed: pageRows.removed,
    /** Says which rows wait, and shows them on a click. */
    note: pageRows.note,
    /** The ref of the element that holds the rows. */
    watchRows: pageRows.areaRef,
    facets: facets.map(({ id, title }) => ({
      id,
      title,
      options: page ? addUnusedOptions(page.options[id] ?? [], knownValues(options, id)) : [],
      chosen: request.chosen[id] ?? [],
      choose: (values: string[]) =>
        change({ chosen: { ...request.chosen, [id]: values }, page: 1 }),
    })),
    search: request.search,
    setSearch: (search: string) => change({ search, page: 1 }),
    isFiltered,
    reset: () =>
      change({
        search: '',
        chosen: Object.fromEntries(facets.map(({ id }) => [id, []])),
        page: 1,
      }),
    /** Whether a result is available, even an empty one. */
    hasPage: page !== undefined,
    /** The rows shown belong to an older request. */
    isBusy: page !== undefined && !isCurrent,
    matchCount: page?.matches.length ?? 0,
    /** The ids of the rows that the user has selected, or found by a search and filters. Undefined if neither. */
    chosen(): ChosenRows | undefined {
      if (selectedMatches.length > 0) return { kind: 'selected', ids: selectedMatches }
      if (!found || !isFiltered) return undefined
      const { rows: all } = found.index
      const ids = Array.from(found.page.matches, (position) => all[position]).flatMap((row) =>
        row ? [getId(row)] : [],
      )
      return ids.length > 0 ? { kind: 'found', ids } : undefined
    },
    /** The selected rows that match, so that a bulk deletion never includes rows that no page shows. */
    selectedMatches,
  }
}

/** Leaves out the rows, which would otherwise stay in memory as long as the screen. */
function toStable<Row>({ columns, getId, facets = noFacets }: DataTableOptions<Row>) {
  return { columns, getId, facets }
}

function knownValues<Row>({ facets }: DataTableOptions<Row>, id: string) {
  return facets?.find((facet) => facet.id === id)?.known ?? []
}

/** The selected ids. It drops the ids of rows that no longer exist. */
function useSelection<Row>(rows: readonly Row[] | undefined, getId: (row: Row) => number) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [checkedRows, setCheckedRows] = useState(rows)

  if (rows && rows !== checkedRows) {
    setCheckedRows(rows)
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

/** The ids of the selected rows that match. */
function findSelected<Row>(
  { index, page }: FoundPage<Row>,
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
