import type { Product } from '@stockie/contracts'

import { describeStock, stockLevel, StockLevelIcon } from '@/components/stock-level'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'

const tones = {
  'out of stock': { text: 'font-medium text-destructive', box: 'bg-destructive/8' },
  'low stock': { text: 'font-medium text-warning', box: 'bg-mark-box/25 dark:bg-mark-box/12' },
  'in stock': { text: '', box: '' },
}

interface StockCellProps {
  product: Product
  onOpen: (product: Product) => void
}

/** A product's stock. A click opens its movements. */
export function StockCell({ product, onOpen }: StockCellProps) {
  const { name, stock } = product
  const level = stockLevel(stock)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Stock of ${name}: ${describeStock(stock)}, show movements`}
      onClick={() => onOpen(product)}
      className={cn(
        `group -mr-2 inline-flex h-10 min-w-10 items-center justify-end rounded-md outline-none
        focus-visible:ring-[3px] focus-visible:ring-ring/60`,
        tones[level].text,
      )}
    >
      <span
        className={cn(
          `inline-flex items-center gap-1.5 rounded-md px-2 py-1 underline decoration-dotted
          underline-offset-4 transition-colors group-hover:decoration-solid`,
          tones[level].box,
        )}
      >
        <StockLevelIcon level={level} />
        {formatCount(stock)}
      </span>
    </button>
  )
}

/** A product's stock below its name on a phone. */
export function StockText({ stock }: { stock: number }) {
  const level = stockLevel(stock)
  return (
    <span className={cn('inline-flex items-center gap-1.5', tones[level].text)}>
      Stock {formatCount(stock)}
      {level !== 'in stock' && <span className="sr-only">, {level}</span>}
      <StockLevelIcon level={level} />
    </span>
  )
}
