import { useMemo, type ReactNode } from 'react'

import { TableBody } from '@/components/ui/table'

import { DataRow } from './data-row'
import type { DataTableModel } from './use-data-table'

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
