import { ArrowDown, ArrowUp, ChevronsUpDown, EyeOff } from 'lucide-react'

import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { TableHead } from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { canHideColumn, type PageTable } from './use-page-table'

/** A focused control scrolls clear of the two fixed columns. */
export const scrolledClass = '*:scroll-mr-26 *:scroll-ml-46 sm:*:scroll-ml-66'

interface ColumnHeaderProps<Row extends object> {
  table: PageTable<Row>
  id: string
  title: string
  align: 'right' | undefined
  /** Stays in view during a sideways scroll. */
  isFirst: boolean
}

const directions = {
  asc: { title: 'Asc', icon: ArrowUp, aria: 'ascending' },
  desc: { title: 'Desc', icon: ArrowDown, aria: 'descending' },
} as const

export function ColumnHeader<Row extends object>(props: ColumnHeaderProps<Row>) {
  const { table, id, title, align, isFirst } = props
  const column = table.getColumn(id)
  const sorted = table.state.sorting.find((sort) => sort.id === id)
  const direction = sorted && (sorted.desc ? 'desc' : 'asc')
  const Icon = direction ? directions[direction].icon : ChevronsUpDown

  function toggleSort(name: 'asc' | 'desc') {
    // Choosing the current direction again removes the sort.
    if (name === direction) column?.clearSorting()
    else column?.toggleSorting(name === 'desc')
  }

  return (
    <TableHead
      aria-sort={direction && directions[direction].aria}
      className={cn(
        align === 'right' && 'text-right',
        // Above the fixed first cells of the rows.
        isFirst ? 'sticky-left z-2' : scrolledClass,
      )}
    >
      <DropdownMenu>
        <DropdownMenuTrigger
          className={cn(
            `-mx-2 inline-flex h-10 items-center gap-1.5 rounded-md px-2 text-left transition-colors
            outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60
            max-sm:leading-tight max-sm:whitespace-normal data-[state=open]:text-foreground`,
            direction && 'text-foreground',
            align === 'right' && 'flex-row-reverse text-right',
          )}
        >
          {title}
          <Icon aria-hidden className={cn('size-3.5 shrink-0', !direction && 'opacity-60')} />
        </DropdownMenuTrigger>
        <DropdownMenuContent align={align === 'right' ? 'end' : 'start'} className="font-normal">
          {(['asc', 'desc'] as const).map((name) => {
            const { title: label, icon: Arrow } = directions[name]
            return (
              <DropdownMenuCheckboxItem
                key={name}
                checked={name === direction}
                onSelect={() => toggleSort(name)}
              >
                <Arrow aria-hidden />
                {label}
              </DropdownMenuCheckboxItem>
            )
          })}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={!canHideColumn(table, id)}
            onSelect={(event) => {
              // The hidden header cannot take the focus back, so the table's region takes it.
              if (event.target instanceof Element) event.target.closest('section')?.focus()
              column?.toggleVisibility(false)
            }}
          >
            <EyeOff aria-hidden />
            Hide
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </TableHead>
  )
}
