import type { Measure } from '#src/row'
import { changedProducts } from './changed-products'
import { monthOfSales } from './month-of-sales'
import { productSummary } from './product-summary'
import { productSummaryGrowth } from './product-summary-growth'
import { profitSummary } from './profit-summary'
import { profitSummaryBesideProducts } from './profit-summary-beside-products'
import { profitSummaryGrowth } from './profit-summary-growth'
import { unchangedProducts } from './unchanged-products'
import { verify } from './verify'

/** The rows A1 to A9. */
export const reads: Measure[] = [
  ...profitSummary,
  ...profitSummaryGrowth,
  productSummaryGrowth,
  ...productSummary,
  unchangedProducts,
  changedProducts,
  monthOfSales,
  ...profitSummaryBesideProducts,
  verify,
]
