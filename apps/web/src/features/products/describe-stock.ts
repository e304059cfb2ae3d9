import { formatCount } from '@/lib/format'
import { stockLevel } from '@/lib/stock-level'

/** '40', and '5, low stock', for whoever does not see its colour. */
export function describeStock(stock: number) {
  const level = stockLevel(stock)
  return level === 'in stock' ? formatCount(stock) : `${formatCount(stock)}, ${level}`
}
