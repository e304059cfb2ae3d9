// The queries of the bare server. The shop's days are in UTC.

/** The same SQL as Stockie's. */
export const profitSummary = {
  name: 'profit summary',
  text: `
    select "totalSales", "totalPurchases", "totalExpenses",
      "totalSales" - "totalPurchases" - "totalExpenses" as profit
    from (
      select coalesce(sum(amount) filter (where source = 'sales'), 0) as "totalSales",
        coalesce(sum(amount) filter (where source = 'purchases'), 0) as "totalPurchases"
      from changes
      where source in ('sales', 'purchases') and day between $1::date and $2::date
    ) as documents, (
      select coalesce(sum(amount), 0) as "totalExpenses" from expenses
      where deleted_at is null
        and created_at >= $1::date::timestamp at time zone 'UTC'
        and created_at < ($2::date + 1)::timestamp at time zone 'UTC'
    ) as spent`,
}

export const products = {
  name: 'products',
  text: `
    select product.id, product.name, description, price, cost, stock,
      category_id as "categoryId", category.name as "categoryName", code,
      reorder_level as "reorderLevel", reorder_target as "reorderTarget", product.version
    from products as product
      left join categories as category
        on category.id = category_id and category.deleted_at is null
    where product.deleted_at is null order by product.id`,
}

/** The plain query over the lines, without stored totals. It has no name: one plan for all ranges takes longer for a year or more. */
export const productSummary = {
  text: `
    with sold as (
      select product_id, sum(quantity) as units, sum(total) as total,
        sum(cost::bigint * quantity) as cost, count(*) filter (where cost is null) as unknown
      from sales join sale_lines on sale_id = sales.id
      where sale_date between $1 and $2 and deleted_at is null group by product_id
    ), bought as (
      select product_id, sum(quantity) as units, sum(total) as total
      from purchases join purchase_lines on purchase_id = purchases.id
      where purchase_date between $1 and $2 and deleted_at is null group by product_id
    )
    select products.id as "productId", products.name,
      case when categories.deleted_at is null then categories.name end as "categoryName",
      coalesce(sold.units, 0) as units_sold, coalesce(bought.units, 0) as units_purchased,
      coalesce(sold.total, 0) as total_sales, coalesce(bought.total, 0) as total_purchases,
      coalesce(sold.cost, 0) as cost_of_goods, coalesce(sold.total - sold.cost, 0) as gross_margin,
      case when sold.total > 0 and sold.unknown = 0
        then round(100 * (sold.total - sold.cost) / sold.total, 1) end as margin_percent,
      coalesce(sold.unknown, 0) as lines_without_cost
    from products join categories on categories.id = category_id
      left join sold on sold.product_id = products.id
      left join bought on bought.product_id = products.id
    where products.deleted_at is null or sold.units > 0 or bought.units > 0
    order by products.id`,
}

/** The shop has no returns. */
export const sales = {
  name: 'sales',
  text: `
    select sales.id as "saleId", customer_id as "customerId", customer_name as "customerName",
      sale_date as "saleDate", subtotal, discount, shipping_fees as "shippingFees",
      total_amount as "totalAmount", remark, 0 as "returnedAmount",
      sales.created_at as "createdAt", users.name as "createdByName"
    from sales join users on users.id = created_by_id
    where sales.deleted_at is null and sale_date between $1 and $2
    order by sale_date desc, sales.id desc`,
}

export const saleLines = {
  name: 'sale lines',
  text: `
    select sale_id as "saleId", sale_lines.id, product_id as "productId",
      product_name as "productName", price, quantity, total, cost
    from sales join sale_lines on sale_id = sales.id
    where deleted_at is null and sale_date between $1 and $2
    order by sale_lines.id`,
}

/** The units sold in the 30 days before a day. Every list of products to reorder must read them at least. */
export const soldInThirtyDays = {
  name: 'sold in thirty days',
  text: `
    select product_id as "productId", sum(quantity) as sold
    from sales join sale_lines on sale_id = sales.id
    where sale_date >= $1::date - 30 and sale_date < $1::date and deleted_at is null
    group by product_id`,
}

/** The first page of a customer's sales, with the same SQL as Stockie's. The shop has no returns. */
export const customerHistory = {
  name: 'customer history',
  text: `
    select document.id as "documentId", day, total_amount as "totalAmount",
      units, line_count as "lineCount", product_names as "productNames", 0 as "returnedAmount"
    from (
      select id, sale_date as day, total_amount from sales
      where customer_id >= $1 and (customer_id, sale_date, id) < ($1, 'infinity'::date, 0)
        and deleted_at is null
      order by customer_id desc, sale_date desc, id desc limit $2
    ) as document, lateral (
      select sum(quantity) as units, count(*) as line_count,
        json_agg(product_name order by position) filter (where position <= 3) as product_names
      from (
        select product_name, quantity, row_number() over (order by id) as position
        from sale_lines where sale_id = document.id
      ) as line
    ) as lines
    order by day desc, document.id desc`,
}

/** The newest activities and recordings by index alone, without accounts and the present names of the records. */
export const newestActivities = {
  name: 'newest activities',
  text: `
    select * from (
      (select id * 3 as id, at, user_id as "userId", action, resource, record_id as "recordId",
          record_name as "recordName", changes
        from activities order by at desc, activities.id desc limit $1)
      union all
      (select id::bigint * 3 + 1, created_at, created_by_id, 'recorded', 'sales', id, customer_name, '[]'
        from sales order by sales.id desc limit $1)
      union all
      (select id::bigint * 3 + 2, created_at, created_by_id, 'recorded', 'purchases', id, supplier_name, '[]'
        from purchases order by purchases.id desc limit $1)
    ) as newest
    order by at desc, id desc limit $1`,
}
