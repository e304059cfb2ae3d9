import { CircleAlert, TriangleAlert } from 'lucide-react'

import { formatCount } from '@/lib/format'

/** As specified: a stock is red at 0 or less, and yellow below 10. */
const lowStock = 10

export function stockLevel(stock: number) {
  if (stock <= 0) return 'out of stock'
  return stock < lowStock ? 'low stock' : 'in stock'
}

/** '40', or '5, low stock': screen readers do not read the colour. */
export function describeStock(stock: number) {
  const level = stockLevel(stock)
  return level === 'in stock' ? formatCount(stock) : `${formatCount(stock)}, ${level}`
}

/** An icon with the meaning of the colour, for users who cannot tell the colours apart. */
export function StockLevelIcon({ level }: { level: ReturnType<typeof stockLevel> }) {
  if (level === 'in stock') return null
  const Icon = level === 'out of stock' ? CircleAlert : TriangleAlert
  return <Icon aria-hidden className="size-4 shrink-0" />
}
