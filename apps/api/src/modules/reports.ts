import {
  dailyTotals,
  type DateRangeQuery,
  margin,
  profitSummary,
  salesBreakdown,
} from '@stockie/contracts'
import { withinDays } from '#src/database/sql/days-to-instants'
import {
  type KnownAt,
  nameAsOf,
  postedSql,
  reportValues,
  spentSql,
} from '#src/database/sql/journal'
import type { ListQuery } from '#src/database/sql/list-query'
import type { RowQuery } from '#src/database/sql/row-reader'
import { productTotalsSql } from '#src/database/sql/product-totals'
import { salesBreakdownSql } from '#src/database/sql/sales-breakdown'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { reportEndpoint } from '#src/http/endpoints/report-endpoint'
import type { Describe } from '#src/http/openapi/document'
import { describeReport } from '#src/http/openapi/resources'
import { parseQuery } from '#src/http/request-input'

const inDays = `between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')`
const expensesInRange = withinDays('created_at', { start: '$1', end: '$2', zone: '$3' })

/** The profit summary by day, from the same sources. Days with no activity are left out. */
export function dailyTotalsQuery(
  range: DateRangeQuery,
  timeZone: string,
  knownAt?: KnownAt,
): ListQuery {
  const { startDate, endDate } = range
  const { values, at } = reportValues(range, timeZone, knownAt)
  return {
    name: nameAsOf('daily totals', knownAt),
    text: `
      select day, sum(sold) as "totalSales", sum(bought) as "totalPurchases",
        sum(spent) as "totalExpenses", sum(returned) as "totalReturns"
      from (
        select day, case source when 'sales' then amount else 0 end as sold,
          case source when 'purchases' then amount else 0 end as bought, 0 as spent,
          case source when 'returns' then amount else 0 end as returned
        from ${postedSql(at)} as posted
        where source in ('sales', 'purchases', 'returns')
          and day ${inDays}
        union all
        select (created_at at time zone $3)::date, 0, 0, amount, 0 from ${spentSql(at)} as spent
        where ${expensesInRange}
      ) as posted
      group by day
      having sum(sold) <> 0 or sum(bought) <> 0 or sum(spent) <> 0 or sum(returned) <> 0
      order by day`,
    values,
    sources: ['sales', 'purchases', 'expenses'],
    days: { startDate, endDate },
  }
}

/**
 * The totals of a range of days. That of sales is without what returns paid back. Sales and purchases come from the
 * daily totals that every write of a document updates, so the cost does not depend on the number of documents.
 */
export function profitSummaryQuery(
  range: DateRangeQuery,
  timeZone: string,
  knownAt?: KnownAt,
): RowQuery {
  const { values, at } = reportValues(range, timeZone, knownAt)
  return {
    name: nameAsOf('profit summary', knownAt),
    text: `
      select "totalSales", "totalPurchases", "totalExpenses",
        "totalSales" - "totalPurchases" - "totalExpenses" as profit
      from (
        select coalesce(sum(amount) filter (where source = 'sales'), 0) as "totalSales",
          coalesce(sum(amount) filter (where source = 'purchases'), 0) as "totalPurchases"
        from ${postedSql(at)} as posted
        where source in ('sales', 'purchases')
          and day ${inDays}
      ) as documents, (
        select coalesce(sum(amount), 0) as "totalExpenses" from ${spentSql(at)} as spent
        where ${expensesInRange}
      ) as spent`,
    values,
  }
}

/**
 * How a range's total of sales is made up. Reads the sales and the returns themselves instead of the stored totals, to
 * confirm the profit summary independently.
 */
export function salesBreakdownQuery({ startDate, endDate }: DateRangeQuery): ListQuery {
  return {
    name: 'sales breakdown',
    text: salesBreakdownSql({
      start: `coalesce($1::date, '-infinity')`,
      end: `coalesce($2::date, 'infinity')`,
    }),
    values: [startDate ?? null, endDate ?? null],
    sources: ['sales'],
    days: { startDate, endDate },
    single: true,
  }
}

/**
 * The gross margin of a range of days. The total of sales is that of the profit summary, and the cost of goods is that of
 * the product summary. Shipping is what was paid for it, less what returns paid back: a discount may exceed the goods, and then
 * lowers it.
 */
export function marginQuery({ startDate, endDate }: DateRangeQuery): ListQuery {
  return {
    name: 'margin',
    text: `
      with ${productTotalsSql('sold')}, goods as (
        select coalesce(sum(cost_of_goods), 0) as "costOfGoods",
          coalesce(sum(lines_without_cost), 0) as "linesWithoutCost"
        from (
          select cost_of_goods, lines_without_cost from whole
          union all
          select cost_of_goods, lines_without_cost from cut
        ) as product
      ), documents as (
        select coalesce(sum(amount), 0) as "totalSales" from changes
        where source = 'sales' and day ${inDays}
      ), paid as (
        select coalesce(sum(total_amount - greatest(0, subtotal - discount)), 0) as shipping
        from sales where deleted_at is null and sale_date ${inDays}
      ), refunded as (
        select coalesce(sum(shipping_refund), 0) as shipping
        from returns where deleted_at is null and return_date ${inDays}
      )
      select "totalSales", paid.shipping - refunded.shipping as shipping, "costOfGoods",
        "totalSales" - paid.shipping + refunded.shipping - "costOfGoods" as "grossMargin",
        "linesWithoutCost"
      from documents, paid, refunded, goods`,
    values: [startDate ?? null, endDate ?? null],
    sources: ['sales'],
    days: { startDate, endDate },
    single: true,
  }
}

const describeReports: Describe = (registry) => {
  describeReport(profitSummary, {
    rowName: 'profit summary',
    operationId: 'getProfitSummary',
    tag: 'Reports',
    summary: 'Get the totals and the profit of a range of days',
    description:
      'Both days are included. Without a start or an end, the range is open on that side.',
    isSingle: true,
  })(registry)
  describeReport(dailyTotals, {
    rowName: 'daily totals',
    operationId: 'listDailyTotals',
    tag: 'Reports',
    summary: 'List the totals of each day in a range, oldest first',
    description:
      'One row for every day whose totals are not all 0. The rows add up to the profit summary of the range.',
  })(registry)
  describeReport(salesBreakdown, {
    rowName: 'sales breakdown',
    operationId: 'getSalesBreakdown',
    tag: 'Reports',
    summary: 'Break down the total of the sales',
    description:
      'The line totals less the returned ones are those of the product summary, and the total is that of the profit ' +
      'summary. The difference is made up of discounts, shipping fees, refunds and `raisedToZero`: the amount by ' +
      'which sales below 0 were raised to 0.',
    isSingle: true,
  })(registry)
  describeReport(margin, {
    rowName: 'margin',
    operationId: 'getMargin',
    tag: 'Reports',
    summary: 'Get the cost of goods and the gross margin of a range of days',
    description:
      'The total is that of the profit summary. The cost of goods is the sum of those of the product summary. A line that ' +
      'was recorded before costs were kept has no known cost. It counts as 0, and `linesWithoutCost` counts such lines.',
    isSingle: true,
  })(registry)
}

export const reportsModule: ApiModule = {
  describe: describeReports,
  endpoints: ({ answerList, pool, timeZone }) => [
    reportEndpoint({ answerList, pool, timeZone }, { ...profitSummary, list: profitSummaryQuery }),
    reportEndpoint({ answerList, pool, timeZone }, { ...dailyTotals, list: dailyTotalsQuery }),
    listEndpoint(answerList, {
      path: salesBreakdown.path,
      list: (request) => salesBreakdownQuery(parseQuery(salesBreakdown.query, request)),
    }),
    listEndpoint(answerList, {
      path: margin.path,
      list: (request) => marginQuery(parseQuery(margin.query, request)),
    }),
  ],
}
