import { apiRoot } from '@stockie/contracts'
import { ranges, type Range } from './ranges'

export const paths = {
  profit: `${apiRoot}/reports/profit-summary`,
  products: `${apiRoot}/products`,
  productSummary: `${apiRoot}/products/summary`,
  sales: `${apiRoot}/sales`,
}

/** Anchors answer at the paths that Stockie answers at. A range may be meant so many days earlier. */
export function inRange(path: string, range: Range, daysEarlier = 0): string {
  const { startDate, endDate } = ranges()[range]
  const earlier = (day: string) =>
    new Date(Date.parse(day) - daysEarlier * 86_400_000).toISOString().slice(0, 10)
  const days = { startDate: earlier(startDate), endDate: earlier(endDate) }
  return `${path}?${new URLSearchParams(days).toString()}`
}
