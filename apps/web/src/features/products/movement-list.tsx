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
      {/* As wide as the largest numbers, which may have ten digits. */}
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
      <ShowMore list={movements} shown={rows.length} total={total} />
    </section>
  )
}
