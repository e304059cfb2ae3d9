import {
  columnVisibilityFeature,
  type ColumnVisibilityState,
  functionalUpdate,
  type PaginationState,
  type ReactTable,
  rowPaginationFeature,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'

import type { TablePageRequest } from '@/lib/rows/table-page'
import type { Column } from './column'

const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

export type PageTable<Row extends object> = ReactTable<typeof features, Row>

interface PageTableOptions<Row> {
  columns: readonly Column<Row>[]
  getId: (row: Row) => number
  /** The rows of the current page. */
  rows: Row[]
  /** The ids of rows that no longer exist. */
  removed: ReadonlySet<number>
  /** The number of rows of all pages. */
  rowCount: number
  page: number
  request: TablePageRequest
  change: (changes: Partial<TablePageRequest>) => void
  visibility: ColumnVisibilityState
  chooseColumns: (visibility: ColumnVisibilityState) => void
  selected: ReadonlySet<number>
  select: (ids: ReadonlySet<number>) => void
}

/** Creates the TanStack table. It holds the rows of one page and reports changes to our callbacks. */
export function usePageTable<Row extends object>(options: PageTableOptions<Row>) {
  const { columns, getId, rows, rowCount, page, request, change } = options
  const { removed, visibility, chooseColumns, selected, select } = options
  const columnDefs = useMemo(
    () => columns.map(({ id, value }) => ({ id, accessorFn: value })),
    [columns],
  )
  const { sort, size } = request
  const sorting: SortingState = sort ? [{ id: sort.id, desc: sort.isDescending }] : []
  const pagination: PaginationState = { pageIndex: page - 1, pageSize: size }
  const rowSelection: RowSelectionState = Object.fromEntries(
    Array.from(selected, (id) => [id, true]),
  )

  return useTable({
    features,
    columns: columnDefs,
    data: rows,
    rowCount,
    getRowId: (row) => String(getId(row)),
    enableRowSelection: ({ original }) => !removed.has(getId(original)),
    manualPagination: true,
    manualSorting: true,
    state: { sorting, pagination, rowSelection, columnVisibility: visibility },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting)
      change({ sort: first ? { id: first.id, isDescending: first.desc } : null, page: 1 })
    },
    onPaginationChange: (updater) => {
      const { pageIndex, pageSize } = functionalUpdate(updater, pagination)
      change({ page: pageIndex + 1, size: pageSize })
    },
    onColumnVisibilityChange: (updater) => {
      const next = functionalUpdate(updater, visibility)
      // A sort by a hidden column would be invisible.
      if (sort && next[sort.id] === false) change({ sort: null, page: 1 })
      chooseColumns(next)
    },
    onRowSelectionChange: (updater) =>
      select(new Set(Object.keys(functionalUpdate(updater, rowSelection)).map(Number))),
  })
}

/** At least one column must stay visible. */
export function canHideColumn<Row extends object>(table: PageTable<Row>, id: string) {
  return table.getVisibleLeafColumns().some((column) => column.id !== id)
}
