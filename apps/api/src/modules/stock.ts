import { type StockDifference, stockReconciliation } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { ApiModule, Endpoint } from '#src/http/api-router'
import { describeReport } from '#src/http/openapi/resources'
import { toJsonBody } from '#src/http/response-body'

export const stockModule: ApiModule = {
  describe: describeReport(stockReconciliation, {
    rowName: 'stock difference',
    operationId: 'reconcileStock',
    tag: 'Stock',
    summary: 'List the products whose stock differs from the sum of their ledger',
    description: 'An audit. The list must always be empty.',
    isAudit: true,
  }),
  endpoints: ({ pool }) => [reconciliation(pool)],
}

/** Counts again for every request. A cached list would miss the very change that the audit looks for. */
function reconciliation(pool: Pool): Endpoint {
  return {
    method: 'GET',
    path: stockReconciliation.path,
    auth: 'role',
    read: () => undefined,
    answer: async () => ({ status: 200, body: toJsonBody(await reconcile(pool)) }),
  }
}

/** The products whose stock differs from the sum of their ledger, including deleted ones. */
async function reconcile(database: Pick<Pool, 'query'>): Promise<StockDifference[]> {
  const { rows } = await database.query<StockDifference>(
    `select product_id as "productId", name, stock, ledger_stock as "ledgerStock"
     from inv_stock_ledger order by product_id`,
  )
  return rows
}
