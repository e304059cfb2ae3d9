import type { Product } from '@stockie/contracts'

import { Sheet, SheetContent, SheetDescription, SheetTitle } from '@/components/ui/sheet'
import { formatCount } from '@/lib/format'
import { useReturnedFocus } from '@/lib/use-returned-focus'

import { MovementList } from './movement-list'
import { stockLevel } from '@/lib/stock-level'

interface MovementsSheetProps {
  product: Product
  isOpen: boolean
  onClose: () => void
}

/** What has moved a product's stock. Nothing of it is read before it is open. */
export function MovementsSheet({ product, isOpen, onClose }: MovementsSheetProps) {
  const level = stockLevel(product.stock)
  const returnedFocus = useReturnedFocus()
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="right" {...returnedFocus}>
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
    </Sheet>
  )
}
