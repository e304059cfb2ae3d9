import type { ReactNode } from 'react'

import { Checkbox } from '@/components/ui/checkbox'
import { TableBody, TableCell, TableRow } from '@/components/ui/table'
import { cn } from '@/lib/cn'

import type { Column } from './column'
import { stickyEnd } from './sticky-end'
import type { DataTableModel } from './use-data-table'

interface TableRowsProps<Row extends object> {
  table: DataTableModel<Row>
  rowName: (row: Row) => string
  rowActions: ((row: Row) => ReactNode) | undefined
}

export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { table, rowName, rowActions } = props
  const columns = table.table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => table.columns.get(id) ?? [])
  return (
    <TableBody>
      {table.table.getRowModel().rows.map((row) => (
        <TableRow
          key={row.id}
          data-state={row.getIsSelected() ? 'selected' : undefined}
          className="hover:[--row:color-mix(in_oklab,var(--muted)_60%,var(--card))] data-[state=selected]:[--row:color-mix(in_oklab,var(--primary)_6%,var(--card))]"
        >
          <TableCell className="w-10 pr-1 pl-4">
            <Checkbox
              aria-label={`Select ${rowName(row.original)}`}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          </TableCell>
          {columns.map((column) => (
            <TableCell
              key={column.id}
              title={toTitle(column, row.original)}
              className={cn(
                'max-w-80 truncate',
                column.align === 'right' && 'text-right tabular-nums',
                column.className,
              )}
            >
              {showCell(column, row.original)}
            </TableCell>
          ))}
          {rowActions && (
            <TableCell className={cn(stickyEnd, 'w-px px-2')}>
              <div className="flex justify-end gap-1">{rowActions(row.original)}</div>
            </TableCell>
          )}
        </TableRow>
      ))}
    </TableBody>
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
