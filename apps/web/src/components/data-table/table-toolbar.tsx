import { Download, Search, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react'

import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Input } from '@/components/ui/input'
import { Spinner } from '@/components/ui/spinner'
import { cn } from '@/lib/cn'
import type { KnownRange } from '@/lib/date-ranges'
import { chooseRowDensity, densityChoices, useRowDensity } from '@/lib/row-density'
import type { Column } from './column'
import type { ExportItems } from './export/export-plan'
import { FacetFilter } from './facets/facet-filter'
import type { DataTableModel } from './use-data-table'
import { canHideColumn, type PageTable } from './use-page-table'

const ExportDialog = lazyDialog(() =>
  import('./export/export-dialog').then((file) => file.ExportDialog),
)

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>
  /** Also the accessible name, so it says what is searched. */
  placeholder: string
  value: string
  onChange: (value: string) => void
}

function TableSearchBox({ ref, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative min-w-28 flex-1 sm:max-w-64 sm:basis-32">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={ref}
        type="search"
        aria-label={placeholder.replace(/\.+$/, '')}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
        }}
        className="pl-9 [&::-webkit-search-cancel-button]:appearance-none"
      />
    </div>
  )
}

/** An action whose button has no room on a phone. */
export interface ToolbarItem {
  label: string
  icon: ReactNode
  run: () => void
}

/** A narrow screen has room only for its icon. */
export function ToolbarButton({ label, icon, run }: ToolbarItem) {
  return (
    <Button
      variant="outline"
      title={label}
      onClick={run}
      className="max-2xl:w-10 max-2xl:px-0 max-sm:hidden"
    >
      {icon}
      <span className="max-2xl:sr-only">{label}</span>
    </Button>
  )
}

interface ViewMenuProps<Row extends object> {
  table: PageTable<Row>
  columns: ReadonlyMap<string, Column<Row>>
  phoneItems: readonly ToolbarItem[]
}

function ViewMenu<Row extends object>({ table, columns, phoneItems }: ViewMenuProps<Row>) {
  const density = useRowDensity()
  /** Runs after the menu has returned the focus to its button, to which a dialog then returns it too. */
  const chosen = useRef<() => void>(null)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="max-sm:px-3">
          <SlidersHorizontal aria-hidden />
          <span className="max-sm:sr-only">View</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={() => {
          chosen.current?.()
          chosen.current = null
        }}
      >
        {table.getAllLeafColumns().map((column) => (
          <DropdownMenuCheckboxItem
            key={column.id}
            checked={column.getIsVisible()}
            disabled={column.getIsVisible() && !canHideColumn(table, column.id)}
            onCheckedChange={(shown) => column.toggleVisibility(shown)}
            // Keeps the menu open, since users often toggle several columns.
            onSelect={(event) => event.preventDefault()}
          >
            {columns.get(column.id)?.title}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup aria-label="Row height" value={density}>
          {densityChoices.map(([name, label]) => (
            <DropdownMenuRadioItem key={name} value={name} onSelect={() => chooseRowDensity(name)}>
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator className="sm:hidden" />
        {phoneItems.map(({ label, icon, run }) => (
          <DropdownMenuItem
            key={label}
            className="sm:hidden"
            onSelect={() => {
              chosen.current = run
            }}
          >
            {icon}
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

export interface TableToolbarProps<Row extends object> {
  table: DataTableModel<Row>
  searchPlaceholder: string
  /** Shown beside the search. */
  filters?: ReactNode
  /** Shown at the end of the toolbar. */
  actions?: ReactNode
  /** Actions of the View menu on a phone, whose buttons are hidden there. */
  phoneItems?: readonly ToolbarItem[] | undefined
  /** A button of the width w-10 2xl:w-34 for the selected rows, beside Delete. */
  renderSelection?: ((ids: number[]) => ReactNode) | undefined
  onDelete?: (ids: number[]) => void
  isDeleting?: boolean
  /** The days of the rows. They are part of the name of an exported file. */
  range?: KnownRange | undefined
  /** The lines of the rows, if an exported file may have a row for each of them. */
  items?: ExportItems<Row> | undefined
}

/** Hides the word Delete where a phone has no room for it: beside the button of a filter, of a selection, or of both. */
const shortDelete = [
  { button: undefined, word: undefined },
  { button: 'max-[24rem]:min-w-0 max-[24rem]:px-3', word: 'max-[24rem]:sr-only' },
  { button: 'max-sm:min-w-0 max-sm:px-3', word: 'max-sm:sr-only' },
]

export function TableToolbar<Row extends object>(props: TableToolbarProps<Row>) {
  const { table, searchPlaceholder, filters, actions, phoneItems = [] } = props
  const { renderSelection, onDelete, isDeleting } = props
  const { selectedMatches } = table
  const hasSelection = selectedMatches.length > 0
  const [isExporting, setIsExporting] = useState(false)
  const exporting: ToolbarItem = {
    label: 'Export',
    icon: <Download aria-hidden />,
    run: () => setIsExporting(true),
  }
  const searchRef = useRef<HTMLInputElement>(null)
  const short = shortDelete[Number(table.isFiltered) + Number(renderSelection !== undefined)]

  function reset(event: MouseEvent) {
    table.reset()
    // The button disappears, so the search takes its focus. After a touch it would open a keyboard.
    const { nativeEvent } = event
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    if (!isTouch) searchRef.current?.focus()
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* On a phone the first of two rows, in which the filters shrink. */}
      <div className="flex items-center gap-2 max-sm:w-full sm:contents max-sm:[&>button]:min-w-0 max-sm:[&>button]:shrink">
        <TableSearchBox
          ref={searchRef}
          placeholder={searchPlaceholder}
          value={table.search}
          onChange={table.setSearch}
        />
        {table.facets.map((facet) => (
          <FacetFilter key={facet.id} {...facet} />
        ))}
        {filters}
      </div>
      {/* On a phone the second row. From 360 px on it holds all buttons, so the table below stays in its place. */}
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-[24rem]:gap-1 sm:contents">
        {/* Empty elements reserve the buttons' places on wider screens, where this row may wrap.
            Reset shows its word while Delete is hidden. */}
        {table.isFiltered ? (
          <Button
            variant="ghost"
            title="Reset"
            onClick={reset}
            className={hasSelection ? 'px-3' : 'max-sm:px-3 sm:w-24'}
          >
            <span className={hasSelection ? 'sr-only' : 'max-sm:sr-only'}>Reset</span>
            <X aria-hidden />
          </Button>
        ) : (
          <div className={cn('max-sm:hidden', onDelete ? 'w-10' : 'w-24')} />
        )}
        <div className="ml-auto flex items-center gap-2 max-[24rem]:gap-1">
          {renderSelection &&
            (hasSelection ? (
              renderSelection(selectedMatches)
            ) : (
              <div className="w-10 max-sm:hidden 2xl:w-34" />
            ))}
          {onDelete && !hasSelection && (
            <div className={cn('max-sm:hidden', table.isFiltered ? 'w-18' : 'w-32')} />
          )}
          {onDelete && hasSelection && (
            <Button
              variant="outline"
              className={cn('min-w-32', short?.button)}
              // Not `disabled`, which would drop the focus.
              aria-disabled={isDeleting || table.isBusy}
              onClick={() => !isDeleting && !table.isBusy && onDelete(selectedMatches)}
            >
              {isDeleting ? <Spinner /> : <Trash2 aria-hidden />}
              <span>
                <span className={short?.word}>{isDeleting ? 'Deleting...' : 'Delete'}</span>
                {!isDeleting && ` (${selectedMatches.length})`}
              </span>
            </Button>
          )}
          <ToolbarButton {...exporting} />
          <ViewMenu
            table={table.table}
            columns={table.columns}
            phoneItems={[...phoneItems, exporting]}
          />
          {actions}
        </div>
      </div>
      {isExporting && (
        <ExportDialog
          table={table}
          visible={table.table.getVisibleLeafColumns().map(({ id }) => id)}
          range={props.range}
          items={props.items}
          onClose={() => setIsExporting(false)}
        />
      )}
    </div>
  )
}
