import type { ClientBase } from 'pg'
import type { Verdict } from './finding'

type Wrong = { what: string; count: number }

/** Documents against their lines, and the totals of days and months against the documents. */
const everything = `
  select 'sales that differ from their lines' as what, count(*)::integer as count
    from sales left join (
      select sale_id as id, sum(total) as lines from sale_lines group by sale_id
    ) as summed using (id)
    where subtotal is distinct from lines
  union all
  select 'purchases that differ from their lines', count(*)::integer
    from purchases left join (
      select purchase_id as id, sum(total) as lines from purchase_lines group by purchase_id
    ) as summed using (id)
    where total_amount is distinct from lines
  union all
  select 'totals of a day that differ from their documents', count(*)::integer
    from (
      select source, day, sum(amount) as kept from changes
      where source in ('sales', 'purchases') group by source, day
    ) as posted full join (
      select source, day, sum(total_amount) as due
      from (
        select 'sales' as source, sale_date as day, total_amount from sales where deleted_at is null
        union all
        select 'purchases', purchase_date, total_amount from purchases where deleted_at is null
      ) as documents group by source, day
    ) as summed using (source, day)
    where coalesce(kept, 0) <> coalesce(due, 0)
  union all
  select 'totals of a product and month that differ from their lines', count(*)::integer
    from (
      select month, product_id, sum(units_sold) as units_sold, sum(total_sales) as total_sales,
        sum(units_purchased) as units_purchased, sum(total_purchases) as total_purchases
      from product_totals group by month, product_id
    ) as kept full join (
      select date_trunc('month', day::timestamp)::date as month, product_id,
        sum(sold) as sold, sum(sales) as sales, sum(bought) as bought, sum(purchases) as purchases
      from (
        select sale_date as day, product_id, quantity as sold, total as sales, 0 as bought, 0 as purchases
        from sale_lines join sales on sales.id = sale_id where deleted_at is null
        union all
        select purchase_date, product_id, 0, 0, quantity, total
        from purchase_lines join purchases on purchases.id = purchase_id where deleted_at is null
      ) as lines group by 1, 2
    ) as summed using (month, product_id)
    where (coalesce(units_sold, 0), coalesce(total_sales, 0), coalesce(units_purchased, 0), coalesce(total_purchases, 0))
      <> (coalesce(sold, 0), coalesce(sales, 0), coalesce(bought, 0), coalesce(purchases, 0))`

export async function checkTotals(client: ClientBase): Promise<Verdict[]> {
  const { rows } = await client.query<Wrong>(everything)
  const wrong = rows.filter(({ count }) => count > 0)
  if (wrong.length === 0) {
    const found =
      'Every sale and purchase is the sum of its lines, and every day and month of them.'
    return [{ state: 'ok', found }]
  }
  const listed = wrong.map(({ what, count }) => `${what}: ${count}`).join(', ')
  const found = `There are ${listed}. Only a change past Stockie does that: report it, and restore a backup made before.`
  return [{ state: 'wrong', found }]
}
