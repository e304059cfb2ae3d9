import { type StockDifference, stockReconciliation } from '@stockie/contracts'
import { type Response, Router } from 'express'
import type { Pool } from 'pg'
import { describeReport } from '#src/http/openapi/resources'

/** The products whose stock is not the sum of their ledger, deleted ones included: none, ever. */
async function reconcile(database: Pick<Pool, 'query'>): Promise<StockDifference[]> {
  const { rows } = await database.query<StockDifference>(
    `select product_id as "productId", name, stock, ledger_stock as "ledgerStock"
     from inv_stock_ledger order by product_id`,
  )
  return rows
}

export const describeStock = describeReport(stockReconciliation, {
  one: 'stock difference',
  operationId: 'reconcileStock',
  tag: 'Stock',
  summary: 'List the products whose stock is not the sum of their ledger: none, ever',
  isAudit: true,
})

export function stockRoutes(pool: Pool): Router {
  const router = Router()

  // An audit counts anew every time: what it looks for would have come about past all revisions.
  router.get('/reconcile', async (_request, response: Response<StockDifference[]>) => {
    response.json(await reconcile(pool))
  })

  return router
}
