import type { Product } from '@stockie/contracts'
import { Toolbar } from 'radix-ui'

import { formatMoney } from '@/lib/format'

interface ProductButtonsProps {
  /** Undefined until they are loaded. */
  products: readonly Product[] | undefined
  priceOf: (product: Product) => number
  onChoose: (product: Product, how: 'keyboard' | 'pointer') => void
}

/**
 * One click adds a product. The area has the same height from the start, so that nothing below it moves, and
 * only one Tab stop, so that the lines stay near the search.
 */
export function ProductButtons({ products, priceOf, onChoose }: ProductButtonsProps) {
  return (
    <div className="mb-2 h-26">
      {products?.length === 0 && (
        <p className="grid h-full place-items-center rounded-md border border-dashed px-4 text-center text-sm text-muted-foreground">
          The products that you sell most will appear here.
        </p>
      )}
      {products !== undefined && products.length > 0 && (
        <Toolbar.Root
          aria-label="Sold most in the last 30 days"
          className="grid auto-cols-[minmax(9rem,42%)] grid-flow-col grid-rows-2 gap-2 overflow-x-auto rounded-md sm:auto-cols-[minmax(9rem,calc(25%-0.375rem))]"
        >
          {products.map((product) => (
            <Toolbar.Button
              key={product.id}
              aria-label={`Add ${product.name}, ${formatMoney(priceOf(product))}`}
              title={product.name}
              // Keeps the focus in the search, where the next product can be typed.
              onMouseDown={(event) => event.preventDefault()}
              // A key press has no detail.
              onClick={({ detail }) => onChoose(product, detail === 0 ? 'keyboard' : 'pointer')}
              className="grid h-12 content-center rounded-md border border-input/60 bg-card px-3 text-left text-[0.8125rem]/4.5 shadow-xs transition-colors outline-none hover:bg-accent hover:text-accent-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
            >
              <span className="truncate font-medium">{product.name}</span>
              <span className="text-muted-foreground tabular-nums">
                {formatMoney(priceOf(product))}
              </span>
            </Toolbar.Button>
          ))}
        </Toolbar.Root>
      )}
    </div>
  )
}
