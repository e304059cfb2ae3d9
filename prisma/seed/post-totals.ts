import type { ClientBase } from 'pg'

/**
 * What a shop's documents come to by day, and their lines by month: as if each had been folded, so that a
 * month lies together.
 */
export async function postTotals(client: ClientBase): Promise<void> {
  await client.query(`
    insert into changes (source, day, count, amount)
      select 'sales', sale_date, count(*), coalesce(sum(total_amount) filter (where deleted_at is null), 0)
      from sales group by sale_date;
    insert into changes (source, day, count, amount)
      select 'purchases', purchase_date, count(*),
        coalesce(sum(total_amount) filter (where deleted_at is null), 0)
      from purchases group by purchase_date;
    insert into product_months
        (month, product_id, units_sold, total_sales, units_purchased, total_purchases)
      select date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases)
      from (
        select sale_date as day, product_id, quantity as units_sold, total as total_sales,
          0 as units_purchased, 0 as total_purchases
        from sales join sale_lines on sale_id = sales.id where deleted_at is null
        union all
        select purchase_date, product_id, 0, 0, quantity, total
        from purchases join purchase_lines on purchase_id = purchases.id where deleted_at is null
      ) as lines group by 1, 2 order by 1, 2`)
}
