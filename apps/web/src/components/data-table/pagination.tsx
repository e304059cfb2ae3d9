import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'

import { pageSizes } from './table-url-state'
import type { PageTable } from './use-page-table'

interface PaginationProps<Row extends object> {
  table: PageTable<Row>
  /** Undefined if rows cannot be selected. */
  selectedCount: number | undefined
  /** Undefined if the rows are not loaded. */
  matchCount: number | undefined
  /** Says which rows wait. */
  note: ReactNode
}

export function Pagination<Row extends object>({
  table,
  selectedCount,
  matchCount,
  note,
}: PaginationProps<Row>) {
  const sizeId = useId()
  const { pageIndex, pageSize } = table.state.pagination
  const pageCount = Math.max(1, table.getPageCount())
  const hasPrevious = pageIndex > 0
  const hasNext = pageIndex < pageCount - 1
  // Keeps the room of its text, so that nothing moves.
  const visibility = matchCount === undefined ? 'invisible ' : ''
  const buttons = [
    ['Go to first page', ChevronsLeft, hasPrevious, () => table.setPageIndex(0), true],
    [
      'Go to previous page',
      ChevronLeft,
      hasPrevious,
      () => table.setPageIndex(pageIndex - 1),
      false,
    ],
    ['Go to next page', ChevronRight, hasNext, () => table.setPageIndex(pageIndex + 1), false],
    ['Go to last page', ChevronsRight, hasNext, () => table.setPageIndex(pageCount - 1), true],
  ] as const

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 text-sm sm:gap-x-6">
      <div className="relative mr-auto flex min-h-10 items-center">
        <p className={`${visibility}text-muted-foreground tabular-nums`}>
          {selectedCount === undefined
            ? `${matchCount ?? 0} row(s)`
            : `${selectedCount} of ${matchCount ?? 0} row(s) selected.`}
        </p>
        {/* Below the count, in space that is always free, so that nothing moves. */}
        <div aria-live="polite" className="absolute top-7 left-0 whitespace-nowrap">
          {note}
        </div>
      </div>
      <div className="flex items-center gap-2">
        <label htmlFor={sizeId} className="font-medium">
          Rows per page
        </label>
        <NativeSelect
          id={sizeId}
          value={pageSize}
          onChange={(event) => table.setPageSize(Number(event.target.value))}
          className="w-18 tabular-nums"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </NativeSelect>
      </div>
      <div className="flex items-center justify-between gap-6 max-sm:w-full">
        <p aria-live="polite" className={`${visibility}font-medium tabular-nums`}>
          {`Page ${pageIndex + 1} of ${pageCount}`}
        </p>
        <div className="flex items-center gap-2">
          {buttons.map(([name, Icon, isEnabled, goToPage, isWide]) => (
            <Button
              key={name}
              type="button"
              variant="outline"
              size="icon"
              aria-label={name}
              // Not `disabled`: the focus would be dropped when Enter reaches the last page.
              aria-disabled={!isEnabled}
              onClick={() => isEnabled && goToPage()}
              className={isWide ? 'max-sm:hidden' : undefined}
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
