import { SlidersHorizontal } from 'lucide-react'

import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'

import { canHide } from './can-hide'
import type { Column } from './column'
import type { PageTable } from './use-page-table'

interface ViewMenuProps<Row extends object> {
  table: PageTable<Row>
  columns: ReadonlyMap<string, Column<Row>>
}

export function ViewMenu<Row extends object>({ table, columns }: ViewMenuProps<Row>) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <SlidersHorizontal aria-hidden />
          View
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {table.getAllLeafColumns().map((column) => (
          <DropdownMenuCheckboxItem
            key={column.id}
            checked={column.getIsVisible()}
            disabled={column.getIsVisible() && !canHide(table, column.id)}
            onCheckedChange={(shown) => column.toggleVisibility(shown)}
            // One who looks for columns looks for more than one.
            onSelect={(event) => event.preventDefault()}
          >
            {columns.get(column.id)?.title}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
