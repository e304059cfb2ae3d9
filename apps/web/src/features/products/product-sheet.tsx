import type { Product } from '@stockie/contracts'

import { DetailsSheet } from '@/components/details-sheet'
import { stockLevel } from '@/components/stock-level'
import { Tabs } from '@/components/tabs'
import { formatCount } from '@/lib/format'

import { PriceHistory } from './price-history'
import { ProductHistoryList } from './product-history-list'
import { StockMovementList } from './stock-movement-list'

interface ProductSheetProps {
  product: Product
  isOpen: boolean
  onClose: () => void
}

/** A product's stock movements, sales, purchases and prices. Each list loads when its tab opens. */
export function ProductSheet({ product, isOpen, onClose }: ProductSheetProps) {
  const level = stockLevel(product.stock)
  const tabs = [
    { title: 'Movements', content: <StockMovementList productId={product.id} /> },
    { title: 'Sales', content: <ProductHistoryList kind="sale" productId={product.id} /> },
    { title: 'Purchases', content: <ProductHistoryList kind="purchase" productId={product.id} /> },
    { title: 'Prices', content: <PriceHistory product={product} /> },
  ]
  return (
    <DetailsSheet
      title={product.name}
      description={
        <>
          Stock now:{' '}
          <strong className="font-semibold text-foreground tabular-nums">
            {formatCount(product.stock)}
          </strong>
          {level !== 'in stock' && ` (${level})`}
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
    >
      <Tabs label="Lists of this product" tabs={tabs} />
    </DetailsSheet>
  )
}
