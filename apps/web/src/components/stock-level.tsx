import { CircleAlert, TriangleAlert } from 'lucide-react'

import { formatCount } from '@/lib/format'

/** The specification's: red at 0 or less, yellow below 10. */
const lowStock = 10

export function stockLevel(stock: number) {
  if (stock <= 0) return 'out of stock'
  return stock < lowStock ? 'low stock' : 'in stock'
}

/** '40', and '5, low stock', for whoever does not see its colour. */
export function describeStock(stock: number) {
  const level = stockLevel(stock)
  return level === 'in stock' ? formatCount(stock) : `${formatCount(stock)}, ${level}`
}

/** What the colour of a stock says, for those who do not see it. */
export function StockLevelIcon({ level }: { level: ReturnType<typeof stockLevel> }) {
  if (level === 'in stock') return null
  const Icon = level === 'out of stock' ? CircleAlert : TriangleAlert
  return <Icon aria-hidden className="size-4 shrink-0" />
}
