import { Trash2, X } from 'lucide-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'

import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'

import { FacetFilter } from './facet-filter'
import { SearchBox } from './search-box'
import type { DataTableModel } from './use-data-table'
import { ViewMenu } from './view-menu'

interface TableToolbarProps<Row extends object> {
  table: DataTableModel<Row>
  searchPlaceholder: string
  filters: ReactNode
  actions: ReactNode
  onDelete: ((ids: number[]) => void) | undefined
  isDeleting: boolean
}

export function TableToolbar<Row extends object>(props: TableToolbarProps<Row>) {
  const { table, searchPlaceholder, filters, actions, onDelete, isDeleting } = props
  const { selectedMatches } = table
  const searchRef = useRef<HTMLInputElement>(null)

  function reset(event: MouseEvent) {
    table.reset()
    // The button goes, and the focus with it. A phone's keyboard stays away.
    const { nativeEvent } = event
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    if (!isTouch) searchRef.current?.focus()
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        ref={searchRef}
        placeholder={searchPlaceholder}
        value={table.search}
        onChange={table.setSearch}
      />
      {table.facets.map((facet) => (
        <FacetFilter key={facet.id} {...facet} />
      ))}
      {filters}
      {table.isFiltered && (
        <Button variant="ghost" onClick={reset}>
          Reset
          <X aria-hidden />
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {/* Its place stays free, so that no row moves under the pointer that ticks the first one. */}
        {onDelete && selectedMatches.length === 0 && <div className="w-32" />}
        {onDelete && selectedMatches.length > 0 && (
          <Button
            variant="outline"
            className="min-w-32"
            // Not disabled, which would drop the focus.
            aria-disabled={isDeleting || table.isBusy}
            onClick={() => !isDeleting && !table.isBusy && onDelete(selectedMatches)}
          >
            {isDeleting ? <Spinner /> : <Trash2 aria-hidden />}
            {isDeleting ? 'Deleting...' : `Delete (${selectedMatches.length})`}
          </Button>
        )}
        <ViewMenu table={table.table} columns={table.columns} />
        {actions}
      </div>
    </div>
  )
}
