import {
  type DateRangeQuery,
  idParam,
  productLines,
  productSummary,
  type ProductSummaryQuery,
  stockMovements,
  type StockMovementsQuery,
} from '@stockie/contracts'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import type { ListQuery } from '#src/database/sql/list-reader'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import type { Describe } from '#src/http/openapi/document'
import { describeReport } from '#src/http/openapi/resources'
import { parseId, parseQuery } from '#src/http/request-input'

/** The lines behind a product's row of the product summary, newest first. */
export function productLinesQuery(id: number, { startDate, endDate }: DateRangeQuery): ListQuery {
  return {
    name: 'product lines',
    text: `
      select 'sale' as kind, sale_id as "documentId", line.id as "lineId", sale_date as day,
        sale_date as "documentDay", customer_name as "partyName", price, quantity, total
      from sale_lines as line join sales on sales.id = sale_id
      where product_id = $1 and deleted_at is null
        and sale_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      union all
      select 'return', sale_id, line.id, return_date, sale_date, customer_name, price, -quantity,
        -price::numeric * quantity
      from return_lines as line join returns as return on return.id = return_id
        join sales on sales.id = sale_id
      where product_id = $1 and return.deleted_at is null
        and return_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      union all
      select 'purchase', purchase_id, line.id, purchase_date, purchase_date, supplier_name, price,
        quantity, total
      from purchase_lines as line join purchases on purchases.id = purchase_id
      where product_id = $1 and deleted_at is null
        and purchase_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      order by day desc, kind desc, "documentId" desc, "lineId" desc`,
    values: [id, startDate ?? null, endDate ?? null],
    parent: { kind: 'product', exists: 'exists (select from products where id = $1)' },
    sources: ['sales', 'purchases'],
    days: { startDate, endDate },
  }
}

/** whole_sum() returns whole numbers. sum() would return a decimal, which is slower. */
const sumColumns = `
  whole_sum(units_sold) as units_sold, whole_sum(units_purchased) as units_purchased,
  whole_sum(total_sales) as total_sales, whole_sum(total_purchases) as total_purchases`

/**
 * The sales, less the returns, and the purchases of every product in a range of days. Whole months come from stored totals. Lines
 * are read only for the days between an end of the range and the nearest first of a month. They are added if
 * the months miss them, and subtracted if the months contain too many. A line's total is its price times its
 * quantity.
 */
export function productSummaryQuery({ startDate, endDate, top }: ProductSummaryQuery): ListQuery {
  const days = [startDate ?? null, endDate ?? null]
  return {
    name: top === undefined ? 'product summary' : 'most sold products',
    text: `
      with range as (
        select first_day, day_after,
          date_trunc('month', (first_day + 15)::timestamp)::date as nearest_first,
          date_trunc('month', (day_after + 15)::timestamp)::date as nearest_after
        from (values (
          coalesce($1::date, '-infinity'), coalesce($2::date + 1, 'infinity')
        )) as asked (first_day, day_after)
      ), months as (
        -- A range without a whole month is all in the second end.
        select first_day, day_after,
          case when nearest_first < nearest_after then nearest_first else first_day end as first_month,
          case when nearest_first < nearest_after then nearest_after else first_day end as month_after
        from range
      ), ends as (
        select case when first_day < first_month then 1::bigint else -1 end as sign,
          least(first_day, first_month) as first_day, greatest(first_day, first_month) as day_after
        from months where first_day <> first_month
        union all
        select case when month_after < day_after then 1::bigint else -1 end,
          least(month_after, day_after), greatest(month_after, day_after)
        from months where month_after <> day_after
      ), whole as (
        select product_id, ${sumColumns} from product_totals
        where month >= (select first_month from months) and month < (select month_after from months)
        group by product_id
      ), cut as (
        select product_id, ${sumColumns} from (
          select product_id, sign * quantity as units_sold, 0 as units_purchased,
            sign * price * quantity as total_sales, 0 as total_purchases
          from ends, lateral (
            select product_id, price, quantity
            from sales join sale_lines on sale_id = sales.id
            where sale_date >= first_day and sale_date < day_after and deleted_at is null
            offset 0
          ) as lines
          union all
          select product_id, -sign * quantity, 0, -sign * price * quantity, 0
          from ends, lateral (
            select product_id, price, quantity
            from returns join return_lines on return_id = returns.id
            where return_date >= first_day and return_date < day_after and deleted_at is null
            offset 0
          ) as lines
          union all
          select product_id, 0, sign * quantity, 0, sign * price * quantity
          from ends, lateral (
            select product_id, price, quantity
            from purchases join purchase_lines on purchase_id = purchases.id
            where purchase_date >= first_day and purchase_date < day_after and deleted_at is null
            offset 0
          ) as lines
        ) as lines group by product_id
      ), moved as (
        select products.*,
          coalesce(whole.units_sold, 0) + coalesce(cut.units_sold, 0) as units_sold,
          coalesce(whole.units_purchased, 0) + coalesce(cut.units_purchased, 0) as units_purchased,
          coalesce(whole.total_sales, 0) + coalesce(cut.total_sales, 0) as total_sales,
          coalesce(whole.total_purchases, 0) + coalesce(cut.total_purchases, 0) as total_purchases
        from products left join whole on whole.product_id = products.id
          left join cut on cut.product_id = products.id
      )
      select moved.id as "productId", moved.name,
        case when categories.deleted_at is null then categories.name end as "categoryName",
        units_sold, units_purchased, total_sales, total_purchases
      from moved join categories on categories.id = category_id
      ${
        top === undefined
          ? `where moved.deleted_at is null or units_sold <> 0 or total_sales <> 0 or units_purchased > 0
      order by moved.id`
          : `where moved.deleted_at is null and units_sold > 0
      order by units_sold desc, moved.id limit $3`
      }`,
    values: top === undefined ? days : [...days, top],
    sources: ['products', 'categories', 'sales', 'purchases'],
    days: { startDate, endDate },
  }
}

/** A product's ledger, newest first. */
export function stockMovementsQuery(
  id: number,
  { page, pageSize }: StockMovementsQuery,
): ListQuery {
  return {
    name: 'stock movements',
    text: `
      select movement.id, product_id as "productId", delta, balance, reason,
        coalesce(movement.sale_id, return.sale_id) as "saleId", purchase_id as "purchaseId",
        return_id as "returnId",
        coalesce(sale.sale_date, purchase_date) as "documentDay", users.name as "userName",
        ${isoInstantSql('movement.created_at')} as "createdAt",
        adjustment_reason as "adjustmentReason", note, unit_cost as "unitCost"
      from stock_movements as movement join users on users.id = user_id
        left join returns as return on return.id = return_id
        left join sales as sale
          on sale.id = coalesce(movement.sale_id, return.sale_id) and sale.deleted_at is null
        left join purchases as purchase
          on purchase.id = purchase_id and purchase.deleted_at is null
      where product_id = $1
      order by movement.id desc limit $2 offset $3`,
    values: [id, pageSize, (page - 1) * pageSize],
    parent: { kind: 'product', exists: 'exists (select from products where id = $1)' },
    count: 'select count(*) from stock_movements where product_id = $1',
    sources: ['stock_movements', 'users', 'sales', 'purchases'],
  }
}

const describeProductReports: Describe = (registry) => {
  describeReport(productSummary, {
    rowName: 'product summary',
    operationId: 'getProductSummary',
    tag: 'Reports',
    summary: 'Get the sales and purchases of each product in a range of days',
    description:
      'One row for every product, even with zeros, and for every deleted product whose row is not all zeros. With `top`, only the products that sold most.',
  })(registry)
  describeReport(productLines, {
    rowName: 'product line',
    operationId: 'listProductLines',
    tag: 'Reports',
    summary: "List the lines behind a product's row of the product summary, newest first",
    description:
      'Works for deleted products too. Within a day, sales come first. The lines of sales and returns add up to `units_sold` and `total_sales` of the same range, and those of purchases to `units_purchased` and `total_purchases`.',
    params: idParam,
  })(registry)
  describeReport(stockMovements, {
    rowName: 'stock movement',
    operationId: 'listStockMovements',
    tag: 'Stock',
    summary: 'List the stock movements of a product, newest first',
    params: idParam,
  })(registry)
}

export const productReportsModule: ApiModule = {
  describe: describeProductReports,
  endpoints: ({ answerList }) => [
    listEndpoint(answerList, {
      path: productSummary.path,
      list: (request) => productSummaryQuery(parseQuery(productSummary.query, request)),
    }),
    listEndpoint(answerList, {
      path: productLines.path,
      list: (request) =>
        productLinesQuery(parseId(request, 'product'), parseQuery(productLines.query, request)),
    }),
    listEndpoint(answerList, {
      path: stockMovements.path,
      list: (request) =>
        stockMovementsQuery(parseId(request, 'product'), parseQuery(stockMovements.query, request)),
    }),
  ],
}
