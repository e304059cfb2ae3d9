import { apiRoot } from '@stockie/contracts'
import { ranges, type Range } from './ranges'

export const paths = {
  profit: `${apiRoot}/reports/profit-summary`,
  products: `${apiRoot}/products`,
  productSummary: `${apiRoot}/products/summary`,
  sales: `${apiRoot}/sales`,
}

/** Anchors answer at the paths that Stockie answers at. */
export function inRange(path: string, range: Range): string {
  return `${path}?${new URLSearchParams(ranges()[range]).toString()}`
}
