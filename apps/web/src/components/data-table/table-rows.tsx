import { memo, type MouseEvent, type ReactNode, useMemo } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { valueOrNA } from '@/lib/format'
import type { Column } from './column'
import { scrolledClass } from './column-header'
import type { DataTableModel } from './use-data-table'

/** Stays in view during a sideways scroll. On a phone it leaves room for what is scrolled. */
const stickyFirstClass = 'sticky-left z-1 max-sm:max-w-44'

interface DataRowProps<Row> {
  id: number
  row: Row
  isSelected: boolean
  /** The row no longer exists. It stays in its place until the user has left the rows. */
  isRemoved: boolean
  toggle: (id: number) => void
  columns: readonly Column<Row>[]
  rowName: ((row: Row) => string) | undefined
  rowActions: ((row: Row, isRemoved: boolean) => ReactNode) | undefined
}

/** Memoized, because fifty rows that render at every key make typing in the search slow. */
const DataRow = memo(renderRow) as typeof renderRow

function renderRow<Row>(props: DataRowProps<Row>) {
  const { id, row, isSelected, isRemoved, toggle, columns, rowName, rowActions } = props
  return (
    <TableRow
      data-state={isSelected ? 'selected' : undefined}
      aria-disabled={isRemoved || undefined}
      onClickCapture={isRemoved ? ignoreClick : undefined}
      className="group/row data-row"
    >
      {rowName && (
        <TableCell className="w-10 pr-1 pl-4">
          <Checkbox
            aria-label={`Select ${rowName(row)}`}
            checked={isSelected}
            aria-disabled={isRemoved || undefined}
            onChange={() => toggle(id)}
          />
        </TableCell>
      )}
      {columns.map((column, place) => (
        <TableCell
          key={column.id}
          title={cellTitle(column, row)}
          className={cn(
            'max-w-80 truncate group-aria-disabled/row:text-muted-foreground group-aria-disabled/row:line-through',
            cellClass(column, row),
            place === 0 ? stickyFirstClass : scrolledClass,
          )}
        >
          {isRemoved && place === 0 && <span className="sr-only">Removed: </span>}
          {renderCell(column, row)}
        </TableCell>
      ))}
      {rowActions && (
        <TableCell className="sticky-right w-px px-2">
          <div className="flex justify-end gap-1">{rowActions(row, isRemoved)}</div>
          {isRemoved && <RemovedMark />}
        </TableCell>
      )}
    </TableRow>
  )
}

/** Covers the row's buttons, which stay so that one of them keeps the focus. */
function RemovedMark() {
  return (
    <span
      aria-hidden
      className="absolute inset-1 grid place-items-center rounded-md bg-(--row) text-xs font-medium text-muted-foreground [:has(:focus-visible)>&]:ring-[3px] [:has(:focus-visible)>&]:ring-ring/60"
    >
      Removed
    </span>
  )
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** The tooltip of a text that may be truncated. */
function cellTitle<Row>({ cell, value }: Column<Row>, row: Row) {
  const text = cell ? null : value(row)
  return typeof text === 'string' ? text : undefined
}

/** N/A, or an amount of nothing. A stock of 0 sets its own colour. */
function isNothing<Row>({ align, value }: Column<Row>, row: Row) {
  const content = value(row)
  return content === null || content === '' || (align === 'right' && content === 0)
}

export function cellClass<Row>(column: Column<Row>, row: Row) {
  return cn(
    column.align === 'right' && 'text-right tabular-nums',
    isNothing(column, row) && 'text-muted-foreground',
    column.className,
  )
}

export function renderCell<Row>({ cell, value }: Column<Row>, row: Row) {
  return cell ? cell(row) : valueOrNA(value(row))
}

interface TableRowsProps<Row extends object> {
  table: DataTableModel<Row>
  watchRows: DataTableModel<Row>['watchRows']
  rowName: ((row: Row) => string) | undefined
  rowActions: ((row: Row, isRemoved: boolean) => ReactNode) | undefined
}

export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { table, watchRows, rowName, rowActions } = props
  const visibleIds = table.table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  const columns = useMemo(
    () => visibleIds.split(',').flatMap((id) => table.columns.get(id) ?? []),
    [visibleIds, table.columns],
  )
  return (
    <TableBody ref={watchRows}>
      {table.table.getRowModel().rows.map((row) => (
        <DataRow
          key={row.id}
          id={Number(row.id)}
          row={row.original}
          isSelected={row.getIsSelected()}
          isRemoved={table.removed.has(Number(row.id))}
          toggle={table.toggle}
          columns={columns}
          rowName={rowName}
          rowActions={rowActions}
        />
      ))}
    </TableBody>
  )
}
