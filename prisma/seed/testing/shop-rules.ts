import type { ClientBase } from 'pg'

/** The rules of every seeded shop. Each query finds the rows that break its rule. */
const rules: Record<string, string> = {
  'stock is the sum of the ledger': `
    select p.id from products p left join stock_movements m on m.product_id = p.id
     group by p.id having p.stock <> coalesce(sum(m.delta), 0)`,
  'each balance is the sum of the movements so far, by id': `
    select id from (
      select id, balance, sum(delta) over (partition by product_id order by id) as so_far
        from stock_movements) m
     where balance <> so_far`,
  'movements are ordered by time': `
    select id from (
      select id, created_at, lag(created_at) over (order by id) as before
        from stock_movements) m
     where created_at < before`,
  // Shows the API that nothing was recorded since the seed.
  'every movement is at a whole minute': `
    select id from stock_movements where extract(milliseconds from created_at) <> 0`,
  'a movement has the time and the user of its document': `
    select m.id from stock_movements m
      left join sales s on s.id = m.sale_id left join purchases p on p.id = m.purchase_id
     where m.reason in ('sale', 'purchase')
       and (m.created_at, m.user_id) is distinct from
           (coalesce(s.created_at, p.created_at), coalesce(s.created_by_id, p.created_by_id))`,
  'a sale has one movement per product, the sum of its lines': `
    select * from (select sale_id, product_id, -sum(quantity) as delta from sale_lines group by 1, 2) l
      full join (select sale_id, product_id, delta from stock_movements where reason = 'sale') m
      using (sale_id, product_id)
     where l.delta is distinct from m.delta`,
  'a purchase has one movement per product, the sum of its lines': `
    select * from (
      select purchase_id, product_id, sum(quantity) as delta from purchase_lines group by 1, 2) l
      full join (select purchase_id, product_id, delta from stock_movements where reason = 'purchase') m
      using (purchase_id, product_id)
     where l.delta is distinct from m.delta`,
  'every movement of a deleted document is reversed, and no other': `
    select * from (
      select m.sale_id, m.purchase_id, m.product_id, -m.delta as delta, d.deleted_at, d.deleted_by_id
        from stock_movements m
        join (select id as sale_id, null::int as purchase_id, deleted_at, deleted_by_id from sales
              union all select null, id, deleted_at, deleted_by_id from purchases) d
          on m.sale_id = d.sale_id or m.purchase_id = d.purchase_id
       where m.turn = 0 and d.deleted_at is not null) expected
      full join (
        select sale_id, purchase_id, product_id, delta, created_at as deleted_at,
               user_id as deleted_by_id
          from stock_movements where turn = 1) actual
      on coalesce(expected.sale_id, -expected.purchase_id) = coalesce(actual.sale_id, -actual.purchase_id)
         and expected.product_id = actual.product_id
     where (expected.delta, expected.deleted_at, expected.deleted_by_id)
           is distinct from (actual.delta, actual.deleted_at, actual.deleted_by_id)`,
  'every document has lines, and its subtotal is their sum': `
    select s.id from sales s left join sale_lines l on l.sale_id = s.id
     group by s.id having s.subtotal is distinct from sum(l.total)
    union all
    select p.id from purchases p left join purchase_lines l on l.purchase_id = p.id
     group by p.id having p.total_amount is distinct from sum(l.total)`,
  'lines and documents keep the names and prices of their records': `
    select l.id from sale_lines l join products p on p.id = l.product_id
     where (l.product_name, l.price, l.cost) is distinct from (p.name, p.price, p.cost)
    union all
    select l.id from purchase_lines l join products p on p.id = l.product_id
     where (l.product_name, l.price) <> (p.name, p.cost)
    union all
    select s.id from sales s join customers c on c.id = s.customer_id where s.customer_name <> c.name
    union all
    select p.id from purchases p join suppliers s on s.id = p.supplier_id where p.supplier_name <> s.name`,
  'the totals by day are the sums of the documents': `
    select * from (
      select source, day, sum(amount) as amount from changes
       where source in ('sales', 'purchases') group by 1, 2) kept
      full join (
        select 'sales' as source, sale_date as day, sum(total_amount) as amount from sales
         where deleted_at is null group by 2
        union all
        select 'purchases', purchase_date, sum(total_amount) from purchases
         where deleted_at is null group by 2) summed
      using (source, day)
     where coalesce(kept.amount, 0) <> coalesce(summed.amount, 0)`,
  'the totals by product and month are the sums of the lines': `
    select * from product_months kept
      full join (
        select date_trunc('month', day::timestamp)::date as month, product_id, sum(sold) as units_sold,
               sum(sales) as total_sales, sum(bought) as units_purchased,
               sum(purchases) as total_purchases, sum(cost) as cost_of_goods
          from (
            select sale_date as day, product_id, quantity as sold, total as sales, 0 as bought,
                   0 as purchases, cost::bigint * quantity as cost
              from sales s join sale_lines l on l.sale_id = s.id where s.deleted_at is null
            union all
            select purchase_date, product_id, 0, 0, quantity, total, 0
              from purchases p join purchase_lines l on l.purchase_id = p.id
             where p.deleted_at is null) lines
         group by 1, 2) summed
      using (month, product_id)
     where (coalesce(kept.units_sold, 0), coalesce(kept.total_sales, 0),
            coalesce(kept.units_purchased, 0), coalesce(kept.total_purchases, 0),
            coalesce(kept.cost_of_goods, 0), coalesce(kept.lines_without_cost, 0))
        <> (coalesce(summed.units_sold, 0), coalesce(summed.total_sales, 0),
            coalesce(summed.units_purchased, 0), coalesce(summed.total_purchases, 0),
            coalesce(summed.cost_of_goods, 0), 0)`,
  'no record is deleted or used before it is entered': `
    select s.id from sales s join customers c on c.id = s.customer_id
     where s.deleted_at < s.created_at or s.created_at < c.created_at
    union all
    select m.id from stock_movements m join products p on p.id = m.product_id
     where m.created_at < p.created_at`,
  'each activity has the moment of what it is about': `
    with entered as (
      select 'customers' as resource, id, created_at from customers
      union all select 'suppliers', id, created_at from suppliers
      union all select 'categories', id, created_at from categories
      union all select 'expense-categories', id, created_at from expense_categories
      union all select 'expenses', id, entered_at from expenses
      union all select 'products', id, created_at from products
      union all select 'users', id, created_at from users)
    select id from activities a
     where case action
       when 'created' then not exists (
         select from entered e
          where (e.resource, e.id) = (a.resource, a.record_id)
            -- A moment of the future is not that of its activity.
            and (e.created_at = a.at or e.created_at > now()))
       when 'changed' then not exists (
         select from stock_movements m
          where m.reason = 'adjustment' and m.product_id = a.record_id
            and (m.created_at = a.at or m.created_at > now()))
       else false end`,
}

/** Returns the broken rules, with the number of rows that break each. */
export async function findBrokenRules(client: ClientBase): Promise<Record<string, number>> {
  const broken: Record<string, number> = {}
  for (const [rule, query] of Object.entries(rules)) {
    const { rowCount } = await client.query(query)
    if (rowCount) broken[rule] = rowCount
  }
  return broken
}
