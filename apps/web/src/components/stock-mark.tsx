import { CircleAlert, TriangleAlert } from 'lucide-react'

import type { stockLevel } from '@/lib/stock-level'

/** What the colour of a stock says, for those who do not see it. */
export function StockMark({ level }: { level: ReturnType<typeof stockLevel> }) {
  if (level === 'in stock') return null
  const Icon = level === 'out of stock' ? CircleAlert : TriangleAlert
  return <Icon aria-hidden className="size-4 shrink-0" />
}
