import type { DateRangeQuery } from '@stockie/contracts'
import type { ListQuery } from '@/database/read-list'

/** The lines behind a product's row of the product summary, newest first. */
export function productLines(id: number, { startDate, endDate }: DateRangeQuery): ListQuery {
  return {
    name: 'product lines',
    text: `
      select 'sale' as kind, sale_id as "documentId", line.id as "lineId", sale_date as day,
        customer_name as "partyName", price, quantity, total
      from sale_lines as line join sales on sales.id = sale_id
      where product_id = $1 and deleted_at is null
        and sale_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      union all
      select 'purchase', purchase_id, line.id, purchase_date, supplier_name, price, quantity, total
      from purchase_lines as line join purchases on purchases.id = purchase_id
      where product_id = $1 and deleted_at is null
        and purchase_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      order by day desc, kind desc, "documentId" desc, "lineId" desc`,
    values: [id, startDate ?? null, endDate ?? null],
    of: { one: 'product', exists: 'exists (select from products where id = $1)' },
    sources: ['sales', 'purchases'],
    days: { startDate, endDate },
  }
}
