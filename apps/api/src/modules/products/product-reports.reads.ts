import {
  productLines as lines,
  productSummary as summary,
  stockMovements as movements,
} from '@stockie/contracts'
import { parseId, parseQuery } from '@/http/parse-request'
import type { Read } from '@/http/reads'
import { productLines } from './product-lines'
import { productSummary } from './product-summary'
import { stockMovements } from './stock-movements'

/** What is read of products beside their list. */
export const productReports: Read[] = [
  {
    path: summary.path,
    list: (asked) => productSummary(parseQuery(summary.query, asked)),
  },
  {
    path: lines.path,
    list: (asked) => productLines(parseId(asked, 'product'), parseQuery(lines.query, asked)),
  },
  {
    path: movements.path,
    list: (asked) => stockMovements(parseId(asked, 'product'), parseQuery(movements.query, asked)),
  },
]
