import { stockReconciliation } from '@stockie/contracts'
import { describeReport } from '@/http/openapi/describe-report'

export const describeStock = describeReport(stockReconciliation, {
  one: 'stock difference',
  operationId: 'reconcileStock',
  tag: 'Stock',
  summary: 'List the products whose stock is not the sum of their ledger: none, ever',
  isAudit: true,
})
