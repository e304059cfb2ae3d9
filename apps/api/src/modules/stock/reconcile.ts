import type { StockDifference } from '@stockie/contracts'
import type { Pool } from 'pg'

/** The products whose stock is not the sum of their ledger, deleted ones included: none, ever. */
export async function reconcile(database: Pick<Pool, 'query'>): Promise<StockDifference[]> {
  const { rows } = await database.query<StockDifference>(
    `select product_id as "productId", name, stock, ledger_stock as "ledgerStock"
     from inv_stock_ledger order by product_id`,
  )
  return rows
}
