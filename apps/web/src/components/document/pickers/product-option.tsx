import { codeForms, type Product } from '@stockie/contracts'

import { stockLevel, StockLevelIcon } from '@/components/stock-level'
import { cn } from '@/lib/cn'
import { categoryLabel, formatCount, formatMoney } from '@/lib/format'
import type { IndexedColumn } from '@/lib/rows/indexed-column'

const tones = {
  'out of stock': 'font-medium text-destructive',
  'low stock': 'font-medium text-warning',
  'in stock': '',
}

interface ProductOptionProps {
  product: Product
  price: number
}

export function ProductOption({ product, price }: ProductOptionProps) {
  const { name, stock } = product
  const level = stockLevel(stock)
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span title={name} className="truncate font-medium">
          {name}
        </span>
        <span className="truncate text-xs text-muted-foreground">{categoryLabel(product)}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-0.5 tabular-nums">
        <span>{formatMoney(price)}</span>
        <span className={cn('inline-flex items-center gap-1.5 text-xs', tones[level])}>
          <StockLevelIcon level={level} />
          Stock: {formatCount(stock)}
        </span>
      </span>
    </>
  )
}

/** What the search finds products by. */
export const productColumns: IndexedColumn<Product>[] = [
  { id: 'name', value: ({ name }) => name },
  { id: 'category', value: categoryLabel },
  { id: 'code', value: codeOf, searchStarts: (row) => (row.code ? codeForms(row.code) : []) },
]

function codeOf({ code }: Product) {
  return code
}
