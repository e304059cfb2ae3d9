import { idParam, productSummary, stockMovements } from '@stockie/contracts'
import { describeReport } from '@/http/openapi/describe-report'
import type { Describe } from '@/http/openapi/describe'

export const describeProductReports: Describe = (registry) => {
  describeReport(productSummary, {
    one: 'product summary',
    operationId: 'getProductSummary',
    tag: 'Reports',
    summary: 'What each product sold and bought in a range of days',
    description:
      'One row for every product that exists, zeros included, and for every deleted one that moved.',
  })(registry)
  describeReport(stockMovements, {
    one: 'stock movement',
    operationId: 'listStockMovements',
    tag: 'Stock',
    summary: 'List the stock movements of a product, newest first',
    params: idParam,
  })(registry)
}
