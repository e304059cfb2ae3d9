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
import {
  formerProductsSql,
  type KnownAt,
  lastPresentDaySql,
  momentValue,
  type MomentValues,
  nameAsOf,
} from '#src/database/sql/journal'
import type { ListQuery } from '#src/database/sql/list-query'
import { productTotalColumns, productTotalsSql } from '#src/database/sql/product-totals'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { reportEndpoint } from '#src/http/endpoints/report-endpoint'
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

/** SQL: every product with its totals and whether it exists, and every category, now or as of a moment. */
function summedProductsSql(at: MomentValues | undefined): string {
  const sumOf = (column: string) =>
    ['whole', 'cut', ...(at ? ['corrected'] : [])]
      .map((part) => `coalesce(${part}.${column}, 0)`)
      .join(' + ')
  const totals = productTotalColumns.map((column) => `${sumOf(column)} as ${column}`).join(', ')
  const joins = `left join whole on whole.product_id = products.id
          left join cut on cut.product_id = products.id`
  if (!at) {
    return `
      with ${productTotalsSql('all')}, moved as (
        select products.id, name, category_id, deleted_at is null as is_there, ${totals}
        from products ${joins}
      ), category as (
        select id, name, deleted_at is null as is_there from categories
      )`
  }
  const was = (column: string, table: string) =>
    `coalesce(former.${column}, ${table}.${column}) as ${column}`
  const wasThere = (table: string) =>
    `coalesce(former.is_there, ${table}.deleted_at is null) as is_there`
  const former = (table: string) =>
    `left join former on former.source = '${table}' and former.record_id = ${table}.id`
  return `
      with ${productTotalsSql('all', lastPresentDaySql('$2', at))}, ${formerProductsSql(at)}, moved as (
        select products.id, ${was('name', 'products')}, ${was('category_id', 'products')},
          ${wasThere('products')}, ${totals}
        from products ${joins}
          left join corrected on corrected.product_id = products.id ${former('products')}
      ), category as (
        select categories.id, ${was('name', 'categories')}, ${wasThere('categories')}
        from categories ${former('categories')}
      )`
}

/**
 * The sales, less the returns, and the purchases of every product in a range of days. The percentage is unknown if the cost
 * of a sold line is: it would be too high.
 */
export function productSummaryQuery(
  { startDate, endDate, top }: ProductSummaryQuery,
  timeZone: string,
  knownAt?: KnownAt,
): ListQuery {
  const values: unknown[] = [startDate ?? null, endDate ?? null]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const limit = top === undefined ? '' : `limit ${parameter(top)}`
  const at = knownAt && {
    knownAt,
    moment: parameter(momentValue(knownAt)),
    zone: parameter(timeZone),
  }
  return {
    name: nameAsOf(top === undefined ? 'product summary' : 'most sold products', knownAt),
    text: `${summedProductsSql(at)}
      select moved.id as "productId", moved.name,
        case when category.is_there then category.name end as "categoryName",
        units_sold, units_purchased, total_sales, total_purchases,
        cost_of_goods, total_sales - cost_of_goods as gross_margin,
        case when total_sales > 0 and lines_without_cost = 0
          then round(100.0 * (total_sales - cost_of_goods) / total_sales, 1) end as margin_percent,
        lines_without_cost
      from moved left join category on category.id = category_id
      ${
        top === undefined
          ? `where moved.is_there or units_sold <> 0 or total_sales <> 0 or units_purchased > 0
        or cost_of_goods <> 0 or lines_without_cost > 0
      order by moved.id`
          : `where moved.is_there and units_sold > 0
      order by units_sold desc, moved.id ${limit}`
      }`,
    values,
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
        return_id as "returnId", count_id as "countId",
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
  endpoints: ({ answerList, pool, timeZone }) => [
    reportEndpoint(
      { answerList, pool, timeZone },
      { ...productSummary, list: productSummaryQuery },
    ),
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
