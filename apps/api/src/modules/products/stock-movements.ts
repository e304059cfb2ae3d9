import type { StockMovementsQuery } from '@stockie/contracts'
import type { ListQuery } from '@/database/read-list'

/** A product's ledger, newest first. */
export function stockMovements(id: number, { page, pageSize }: StockMovementsQuery): ListQuery {
  return {
    name: 'stock movements',
    text: `
      select movement.id, product_id as "productId", delta, balance, reason,
        sale_id as "saleId", purchase_id as "purchaseId", users.name as "userName",
        to_char(movement.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      from stock_movements as movement join users on users.id = user_id
      where product_id = $1
      order by movement.id desc limit $2 offset $3`,
    values: [id, pageSize, (page - 1) * pageSize],
    of: { one: 'product', exists: 'exists (select from products where id = $1)' },
    count: 'select count(*) from stock_movements where product_id = $1',
    sources: ['stock_movements', 'users'],
  }
}
