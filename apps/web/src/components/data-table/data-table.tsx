import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Checkbox } from '@/components/ui/checkbox'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { createStore, useStore } from '@/lib/external-store'
import { focusMain } from '@/lib/focus'
import { whenIdle } from '@/lib/idle-callback'
import { memoizeImport } from '@/lib/lazy-import'
import { useRowDensity } from '@/lib/row-density'
import { ColumnHeader } from './column-header'
import { Pagination } from './pagination'
import { TableRows } from './table-rows'
import { TableToolbar, type TableToolbarProps } from './table-toolbar'

interface DataTableProps<Row extends object> extends TableToolbarProps<Row> {
  /** The name of the list, such as 'Customers'. */
  label: string
  /** The result of useQuery for the rows. */
  list: {
    isError: boolean
    refetch: () => unknown
    isFetching: boolean
    isFetchedAfterMount: boolean
  }
  loading: string
  failure: string
  empty: string
  /** Shown above `empty` if the list has no rows and no filter hides any. */
  emptyHint?: ReactNode
  /** Shown below `empty` if a filter hides all rows. */
  filteredHint?: ReactNode
  /**
   * Names a row's checkbox; without it rows cannot be selected. Keep this and `rowActions` the same
   * function in every render, or all rows render again.
   */
  rowName?: (row: Row) => string
  rowActions?: (row: Row, isRemoved: boolean) => ReactNode
}

/** Focuses the main element when a row disappears with its focused button, after a deletion or a re-sort. */
function useFocusAfterRowRemoval() {
  const lastFocused = useRef<Element>(null)

  useEffect(() => {
    if (lastFocused.current === null || lastFocused.current.isConnected) return
    lastFocused.current = null
    if (document.activeElement === document.body) focusMain()
  })

  return {
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // Ignores the focus in a dialog: React bubbles its events here, although it is elsewhere in the DOM.
      lastFocused.current = currentTarget.contains(target) ? target : null
    },
  }
}

const lateParts = createStore<typeof import('./late-parts') | null>(null)

/** Fetched after the first rows, because a print cannot wait for it. */
export const preloadLateParts = memoizeImport(async () => {
  lateParts.set(await import('./late-parts'))
})

function useLateParts(hasPage: boolean) {
  const file = useStore(lateParts)
  const isWanted = hasPage && !file
  useEffect(
    () => (isWanted ? whenIdle(() => void preloadLateParts().catch(() => {})) : undefined),
    [isWanted],
  )
  return file
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { table, label, list, rowName, rowActions } = props
  const page = table.table
  const focusProps = useFocusAfterRowRemoval()
  const density = useRowDensity()
  const late = useLateParts(table.hasPage)
  // The rows of the last visit are shown until the first answer. Later reads do not mark the table as busy.
  const isReopened = table.hasPage && !list.isFetchedAfterMount && list.isFetching
  return (
    <div
      {...focusProps}
      data-slot="data-table"
      data-density={density}
      className="grid min-w-0 grid-cols-1 gap-4"
    >
      <TableToolbar {...props} />
      {/* Keeps the room of ten rows from the start, so that the pager below does not move. */}
      <div className="min-h-[calc(2.75rem+10*var(--row-height)+2px)]">
        <div
          className={cn(
            'relative overflow-hidden rounded-xl border bg-card shadow-xs',
            table.matchCount === 0 && (table.hasPage ? 'min-h-72' : 'min-h-[inherit]'),
          )}
        >
          <section
            ref={late?.watchHiddenSides}
            aria-label={label}
            aria-busy={table.isBusy || isReopened}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
            tabIndex={0}
            className="overflow-x-auto overflow-y-hidden rounded-xl outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
          >
            <Table className="-mb-px">
              <TableHeader>
                <TableRow>
                  {rowName && (
                    <TableHead className="w-10 pr-1 pl-4">
                      <Checkbox
                        aria-label="Select all rows on this page"
                        checked={page.getIsAllPageRowsSelected()}
                        isMixed={
                          page.getIsSomePageRowsSelected() && !page.getIsAllPageRowsSelected()
                        }
                        disabled={table.matchCount === 0}
                        onChange={page.getToggleAllPageRowsSelectedHandler()}
                      />
                    </TableHead>
                  )}
                  {page.getVisibleLeafColumns().map(({ id }, place) => (
                    <ColumnHeader
                      key={id}
                      table={page}
                      id={id}
                      title={table.columns.get(id)?.title ?? id}
                      align={table.columns.get(id)?.align}
                      isFirst={place === 0}
                    />
                  ))}
                  {rowActions && (
                    <TableHead className="sticky-right">
                      <span className="sr-only">Actions</span>
                    </TableHead>
                  )}
                </TableRow>
              </TableHeader>
              {table.matchCount > 0 ? (
                <>
                  <TableRows
                    table={table}
                    watchRows={table.watchRows}
                    rowName={rowName}
                    rowActions={rowActions}
                  />
                  {late && <late.PrintedRows table={table} />}
                </>
              ) : (
                <TableMessage
                  {...props}
                  hasPage={table.hasPage}
                  emptyHint={!table.isFiltered && props.emptyHint}
                  filteredHint={table.isFiltered && props.filteredHint}
                  span={page.getVisibleLeafColumns().length + 2}
                />
              )}
            </Table>
          </section>
        </div>
      </div>
      <Pagination
        table={page}
        selectedCount={rowName && table.selectedMatches.length}
        matchCount={table.hasPage ? table.matchCount : undefined}
        note={table.note}
      />
    </div>
  )
}

interface TableMessageProps {
  hasPage: boolean
  list: { isError: boolean; refetch: () => unknown }
  loading: string
  failure: string
  empty: string
  emptyHint: ReactNode
  filteredHint: ReactNode
  /** The number of columns. */
  span: number
}

/** A message in place of the rows, centred in the visible part of the table. */
function TableMessage({ span, ...props }: TableMessageProps) {
  return (
    <TableBody>
      <TableRow className="border-0">
        <TableCell colSpan={span} className="p-0">
          {/* Positioned on the table's frame, so that it stays in view during a sideways scroll. */}
          <div className="absolute inset-x-0 top-11 bottom-0 grid place-items-center p-6 whitespace-normal">
            <Message {...props} />
          </div>
        </TableCell>
      </TableRow>
    </TableBody>
  )
}

function Message(props: Omit<TableMessageProps, 'span'>) {
  const { hasPage, list, loading, failure, empty, emptyHint, filteredHint } = props
  if (hasPage) {
    return (
      <div className="relative">
        {/* Out of the flow, so that the text below does not move when it appears later. */}
        <div className="absolute bottom-full left-1/2 w-max -translate-x-1/2 pb-3 print:hidden">
          {emptyHint}
        </div>
        <output className="text-muted-foreground">{empty}</output>
        <div className="absolute top-full left-1/2 w-max -translate-x-1/2 pt-2 print:hidden">
          {filteredHint}
        </div>
      </div>
    )
  }
  return <ListPlaceholder list={list} loading={loading} failure={failure} />
}
