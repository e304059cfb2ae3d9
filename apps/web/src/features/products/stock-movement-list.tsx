import type { StockMovement } from '@stockie/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import { SheetScroll } from '@/components/details-sheet'
import { DocumentLink } from '@/components/document/document-link'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { adjustmentReasonNames } from '@/components/stock/adjustment-reasons'
import { adjustmentSummary } from '@/components/stock/adjustment-requests'
import { AdjustmentSummary } from '@/components/stock/adjustment-summary'
import { cn } from '@/lib/cn'
import { formatStockChange, formatCount, formatDateTime } from '@/lib/format'
import { stockMovements } from '@/resources/histories'
import { pagesOf } from '@/lib/api/paged-requests'

/** The reason of a movement, with the document's number if there is one. */
function movementLabel(movement: StockMovement) {
  const { reason, saleId, purchaseId, returnId, countId, adjustmentReason } = movement
  const why = adjustmentReason && `: ${adjustmentReasonNames[adjustmentReason].toLowerCase()}`
  const names = {
    opening: 'Opening stock',
    adjustment: `Adjusted by hand${why ?? ''}`,
    sale: `Sale ${saleId}`,
    sale_deleted: `Sale ${saleId} deleted`,
    sale_restored: `Sale ${saleId} restored`,
    purchase: `Purchase ${purchaseId}`,
    purchase_deleted: `Purchase ${purchaseId} deleted`,
    purchase_restored: `Purchase ${purchaseId} restored`,
    returned: `Return ${returnId} of sale ${saleId}`,
    return_deleted: `Return ${returnId} of sale ${saleId} deleted`,
    return_restored: `Return ${returnId} of sale ${saleId} restored`,
    import: 'Import',
    import_undone: 'Import undone',
    count: `Stock count ${countId}`,
    count_undone: `Stock count ${countId} undone`,
  } satisfies Record<StockMovement['reason'], string>
  return names[reason]
}

/** Links to the sale, also of a return, or to the purchase, if it was not deleted since. */
function MovementTitle({ movement }: { movement: StockMovement }) {
  const { saleId, purchaseId, documentDay } = movement
  const label = movementLabel(movement)
  const id = saleId ?? purchaseId
  if (id === null || documentDay === null) return label
  return (
    <DocumentLink kind={saleId === null ? 'purchase' : 'sale'} id={id} day={documentDay}>
      {label}
    </DocumentLink>
  )
}

function MovementItem({ movement }: { movement: StockMovement }) {
  const { delta, balance, userName, createdAt, note } = movement
  return (
    <li className="relative col-span-full grid grid-cols-subgrid border-b py-3 text-sm last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">
          <MovementTitle movement={movement} />
        </p>
        {note !== null && <p className="text-[0.8125rem] wrap-anywhere">{note}</p>}
        <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{userName}</span>
        </p>
      </div>
      <p className={cn('text-right font-medium tabular-nums', delta > 0 && 'text-primary')}>
        <span className="sr-only">Change </span>
        {formatStockChange(delta)}
      </p>
      <p className="text-right tabular-nums">
        <span className="sr-only">Stock afterwards </span>
        {formatCount(balance)}
      </p>
    </li>
  )
}

/** The changes by hand, summed up. It loads when it is opened. */
function ByReason({ productId }: { productId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const summary = useQuery({ ...adjustmentSummary(productId), enabled: isOpen })
  const id = useId()
  return (
    <section className="border-b">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-center justify-between rounded-md py-3 text-sm font-medium text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60"
        >
          By reason
          <ChevronDown aria-hidden className={cn('size-4', isOpen && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="pb-3">
        {isOpen && <AdjustmentSummary summary={summary} />}
      </div>
    </section>
  )
}

/** A product's stock movements, newest first. */
export function StockMovementList({ productId }: { productId: number }) {
  const movements = useInfiniteQuery(stockMovements(productId))
  if (!movements.data) {
    return (
      <ListPlaceholder
        list={movements}
        loading="Loading stock movements..."
        failure="Failed to load stock movements."
      />
    )
  }

  const { rows, total } = movements.data
  if (rows.length === 0) {
    return <p className="px-6 py-10 text-center text-sm text-muted-foreground">No movements yet.</p>
  }
  return (
    <SheetScroll label="Stock movements">
      <ByReason productId={productId} />
      {/* The columns fit the largest numbers, which may have ten digits. */}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(4rem,auto)_minmax(4rem,auto)] gap-x-4">
        <div
          aria-hidden
          className="sticky top-0 col-span-full grid grid-cols-subgrid border-b bg-popover py-2.5 text-xs font-medium text-muted-foreground"
        >
          <span>Movement</span>
          <span className="text-right">Change</span>
          <span className="text-right">Stock</span>
        </div>
        <ol className="col-span-full grid grid-cols-subgrid">
          {rows.map((movement) => (
            <MovementItem key={movement.id} movement={movement} />
          ))}
        </ol>
      </div>
      <ShowMore list={pagesOf(movements)} shown={rows.length} total={total} />
    </SheetScroll>
  )
}
