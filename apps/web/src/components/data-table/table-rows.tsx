import { memo, type ReactNode, useMemo } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { cn } from '@/lib/cn'
import type { Column } from './column'
import type { DataTableModel } from './use-data-table'

/** Sticks to the right edge; the columns that scroll below it fade out. */
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

/** Memoized, because fifty rows that render at every key make typing in the search slow. */
const DataRow = memo(renderRow) as typeof renderRow

function renderRow<Row>(props: DataRowProps<Row>) {
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
          title={cellTitle(column, row)}
          className={cn(
            'max-w-80 truncate',
            column.align === 'right' && 'text-right tabular-nums',
            column.className,
          )}
        >
          {renderCell(column, row)}
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

/** The tooltip of a text that may be truncated. */
function cellTitle<Row>({ cell, value }: Column<Row>, row: Row) {
  const text = cell ? null : value(row)
  return typeof text === 'string' ? text : undefined
}

function renderCell<Row>({ cell, value }: Column<Row>, row: Row) {
  return cell ? cell(row) : (value(row) ?? 'N/A')
}

interface TableRowsProps<Row extends object> {
  table: DataTableModel<Row>
  rowName: ((row: Row) => string) | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
}

export function TableRows<Row extends object>({ table, rowName, rowActions }: TableRowsProps<Row>) {
  const visibleIds = table.table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  const columns = useMemo(
    () => visibleIds.split(',').flatMap((id) => table.columns.get(id) ?? []),
    [visibleIds, table.columns],
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
