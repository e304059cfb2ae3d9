import type { Product } from '@stockie/contracts'

import { SheetContent, SheetDescription, SheetTitle } from '@/components/ui/sheet'
import { formatCount } from '@/lib/format'

import { MovementList } from './movement-list'
import { stockLevel } from './stock-level'

/** What has moved a product's stock. Nothing of it is read before it is open. */
export function MovementsSheet({ product }: { product: Product }) {
  const level = stockLevel(product.stock)
  return (
    <SheetContent side="right">
      <header className="grid gap-1 border-b px-6 py-5 pr-16">
        <SheetTitle className="text-lg leading-tight font-semibold tracking-tight wrap-anywhere">
          {product.name}
        </SheetTitle>
        <SheetDescription className="text-sm text-muted-foreground">
          Stock now:{' '}
          <strong className="font-semibold text-foreground tabular-nums">
            {formatCount(product.stock)}
          </strong>
          {level !== 'in stock' && ` (${level})`}
        </SheetDescription>
      </header>
      <MovementList productId={product.id} />
    </SheetContent>
  )
}
