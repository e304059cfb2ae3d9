import { memo, type ReactNode, useMemo } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { cn } from '@/lib/cn'
import type { Column } from './column'
import type { DataTableModel } from './use-data-table'

/** Stays at the right while the rest is scrolled below it, and lets that fade away. */
export const stickyActionsClass = `sticky right-0 bg-(--row) before:pointer-events-none before:absolute
  before:inset-y-0 before:right-full before:w-4 before:bg-linear-to-l before:from-(--row)
  print:hidden`

interface DataRowProps<Row> {
  id: number
  row: Row
  isSelected: boolean
  toggle: (id: number) => void
  columns: readonly Column<Row>[]
  rowName: ((row: Row) => string) | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
}

/** Drawn again only when it has changed: with fifty of them a key in the search would be felt. */
const DataRow = memo(drawRow) as typeof drawRow

function drawRow<Row>(props: DataRowProps<Row>) {
  const { id, row, isSelected, toggle, columns, rowName, rowActions } = props
  return (
    <TableRow
      data-state={isSelected ? 'selected' : undefined}
      className="hover:[--row:color-mix(in_oklab,var(--muted)_60%,var(--card))] data-[state=selected]:[--row:color-mix(in_oklab,var(--primary)_6%,var(--card))]"
    >
      {rowName && (
        <TableCell className="w-10 pr-1 pl-4">
          <Checkbox
            aria-label={`Select ${rowName(row)}`}
            checked={isSelected}
            onChange={() => toggle(id)}
          />
        </TableCell>
      )}
      {columns.map((column) => (
        <TableCell
          key={column.id}
          title={toTitle(column, row)}
          className={cn(
            'max-w-80 truncate',
            column.align === 'right' && 'text-right tabular-nums',
            column.className,
          )}
        >
          {showCell(column, row)}
        </TableCell>
      ))}
      {rowActions && (
        <TableCell className={cn(stickyActionsClass, 'w-px px-2')}>
          <div className="flex justify-end gap-1">{rowActions(row)}</div>
        </TableCell>
      )}
    </TableRow>
  )
}

/** For what is cut off. */
function toTitle<Row>({ cell, value }: Column<Row>, row: Row) {
  const text = cell ? null : value(row)
  return typeof text === 'string' ? text : undefined
}

function showCell<Row>({ cell, value }: Column<Row>, row: Row) {
  return cell ? cell(row) : (value(row) ?? 'N/A')
}

interface TableRowsProps<Row extends object> {
  table: DataTableModel<Row>
  rowName: ((row: Row) => string) | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
}

export function TableRows<Row extends object>({ table, rowName, rowActions }: TableRowsProps<Row>) {
  const shown = table.table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  const columns = useMemo(
    () => shown.split(',').flatMap((id) => table.columns.get(id) ?? []),
    [shown, table.columns],
  )
  return (
    <TableBody>
      {table.table.getRowModel().rows.map((row) => (
        <DataRow
          key={row.id}
          id={Number(row.id)}
          row={row.original}
          isSelected={row.getIsSelected()}
          toggle={table.toggle}
          columns={columns}
          rowName={rowName}
          rowActions={rowActions}
        />
      ))}
    </TableBody>
  )
}
