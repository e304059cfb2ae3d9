import { idParam, productLines, productSummary, stockMovements } from '@stockie/contracts'
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
  describeReport(productLines, {
    one: 'product line',
    operationId: 'listProductLines',
    tag: 'Reports',
    summary: "List the lines behind a product's row of the product summary, newest first",
    description:
      'Also of a deleted product. On a day the sales come first. Those of sales add up to `units_sold` and `total_sales` of the same range, those of purchases to the other two.',
    params: idParam,
  })(registry)
  describeReport(stockMovements, {
    one: 'stock movement',
    operationId: 'listStockMovements',
    tag: 'Stock',
    summary: 'List the stock movements of a product, newest first',
    params: idParam,
  })(registry)
}
