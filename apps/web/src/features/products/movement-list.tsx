import { useInfiniteQuery } from '@tanstack/react-query'

import { ListPending } from '@/components/list-pending'
import { ShowMore } from '@/components/show-more'
import { stockMovements } from '@/resources/stock-movements'

import { MovementItem } from './movement-item'

export function MovementList({ productId }: { productId: number }) {
  const movements = useInfiniteQuery(stockMovements(productId))
  if (!movements.data) {
    return (
      <ListPending
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
    <section
      aria-label="Stock movements"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="flex-1 overflow-y-auto overscroll-contain px-6 pb-6 outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
    >
      <div
        aria-hidden
        className="sticky top-0 flex gap-4 border-b bg-popover py-2.5 text-xs font-medium text-muted-foreground"
      >
        <span className="flex-1">Movement</span>
        <span className="w-16 text-right">Change</span>
        <span className="w-16 text-right">Stock</span>
      </div>
      <ol>
        {rows.map((movement) => (
          <MovementItem key={movement.id} movement={movement} />
        ))}
      </ol>
      <ShowMore list={movements} shown={rows.length} total={total} />
    </section>
  )
}
