import type { StockDifference } from '@stockie/contracts'
import type { Pool } from 'pg'

/** The products whose stock is not the sum of their ledger, deleted ones included: none, ever. */
export async function reconcile(database: Pick<Pool, 'query'>): Promise<StockDifference[]> {
  const { rows } = await database.query<StockDifference>(`
    select id as "productId", name, products.stock, coalesce(ledger.stock, 0) as "ledgerStock"
    from products left join (
      select product_id, sum(delta) as stock from stock_movements group by product_id
    ) as ledger on product_id = id
    where products.stock <> coalesce(ledger.stock, 0)
    order by id`)
  return rows
}
