import { z } from 'zod'
import { defineReport } from './definitions'
import { isoDate, readNumber } from './fields'
import { asOf, dateRangeQuery, paging, reportQuery } from './http/request-params'
import { profitSummaryPath } from './zod-free/api-paths'

export const profitSummary = defineReport({
  path: profitSummaryPath,
  query: reportQuery,
  row: z.object({
    totalSales: z.number().meta({
      description: "The sum of the sales' totals, less what returns of these days paid back",
      example: 4800.5,
    }),
    totalPurchases: z.number().meta({ example: 2100 }),
    totalExpenses: z.number().meta({ example: 1200 }),
    profit: z
      .number()
      .meta({ description: 'totalSales - totalPurchases - totalExpenses', example: 1500.5 }),
  }),
})

export type ProfitSummary = z.output<typeof profitSummary.row>

/** The profit summary per day, oldest first. Days without any activity have no row. */
export const dailyTotals = defineReport({
  path: 'reports/daily',
  query: reportQuery,
  row: z.object({
    day: isoDate,
    totalSales: z.number().meta({
      description: "The sum of the sales' totals, less what returns of the day paid back",
      example: 310.5,
    }),
    totalPurchases: z.number().meta({ example: 120 }),
    totalExpenses: z.number().meta({ description: "By the store's clock", example: 45 }),
    totalReturns: z.number().meta({
      description: 'What returns paid back. totalSales is already without it',
      example: 24,
    }),
  }),
})

export type DailyTotals = z.output<typeof dailyTotals.row>

/** What changed the profit summary of a range since a moment, the last change first. */
export const changesSince = defineReport({
  path: 'reports/changes-since',
  query: dateRangeQuery.safeExtend({ asOf, ...paging }),
  row: z.object({
    key: z.string().meta({ description: 'Unique among the rows', example: '(17,4)' }),
    at: z.iso
      .datetime()
      .meta({ description: 'When it was saved', example: '2026-11-23T14:03:00.000Z' }),
    resource: z.enum(['sales', 'returns', 'purchases', 'expenses']).meta({ example: 'sales' }),
    recordId: z.int().meta({ example: 1 }),
    saleId: z.int().nullable().meta({ description: 'The sale of a return', example: null }),
    recordName: z.string().meta({
      description: 'The customer, the supplier, or the name of the expense',
      example: 'Ada Fashola',
    }),
    action: z.enum(['recorded', 'changed', 'deleted', 'restored']).meta({ example: 'recorded' }),
    day: isoDate.meta({ description: 'The day of the document or expense', example: '2026-11-18' }),
    isLate: z.boolean().meta({
      description: 'Whether it was recorded for a day that was over at the moment',
      example: true,
    }),
    total: z
      .enum(['totalSales', 'totalPurchases', 'totalExpenses'])
      .meta({ description: 'The total that it changed', example: 'totalSales' }),
    amount: z.number().meta({
      description: 'By how much. All rows of a total add up to its difference since the moment',
      example: 48,
    }),
    listedDay: isoDate.nullable().meta({
      description:
        'The day on which a list shows the record now. Of a return, the day of its sale. null if the record is deleted',
      example: '2026-11-18',
    }),
    userName: z.string().nullable().meta({
      description: 'null for the command line, and if it is not known',
      example: 'Mia Castellano',
    }),
    byCommandLine: z.boolean().meta({
      description: 'Whether the command line changed it. false if that is not known',
      example: false,
    }),
  }),
})

export type ChangeSince = z.output<typeof changesSince.row>
export type ChangesSinceQuery = z.output<typeof changesSince.query>

/** How the sales total of a range follows from the lines of its sales. */
export const salesBreakdown = defineReport({
  path: 'reports/sales-breakdown',
  query: dateRangeQuery,
  row: z.object({
    sales: z.int().meta({ description: 'The number of sales', example: 96 }),
    lineTotals: z
      .number()
      .meta({ description: 'The sum of all lines of the sales', example: 4900 }),
    discounts: z.number().meta({ example: 120 }),
    shippingFees: z.number().meta({ example: 15 }),
    raisedToZero: z.number().meta({
      description: 'The amount below 0 that sales would have whose discount exceeds their value',
      example: 5.5,
    }),
    returns: z.int().meta({ description: 'The number of returns of these days', example: 2 }),
    returnedLineTotals: z.number().meta({
      description: 'The sum of all lines of these returns, by the prices of their sales',
      example: 48,
    }),
    refunds: z.number().meta({ description: 'What they paid back for goods', example: 43.64 }),
    shippingRefunds: z.number().meta({ example: 0 }),
    totalSales: z.number().meta({
      description:
        'lineTotals - discounts + shippingFees + raisedToZero - refunds - shippingRefunds',
      example: 4756.86,
    }),
  }),
})

export type SalesBreakdown = z.output<typeof salesBreakdown.row>

const linesWithoutCost = z.int().meta({
  description:
    'How many lines of the sales have no known cost. They count as 0 in the cost of goods',
  example: 0,
})

/** The gross margin of a range: its sales of goods less their cost. */
export const margin = defineReport({
  path: 'reports/margin',
  query: dateRangeQuery,
  row: z.object({
    totalSales: z.number().meta({ description: 'That of the profit summary', example: 4756.86 }),
    shipping: z.number().meta({
      description: 'What was paid for shipping, less shipping refunds',
      example: 15,
    }),
    costOfGoods: z.number().meta({
      description: 'By the costs at the time of each sale, less returned goods that were put back',
      example: 2210,
    }),
    grossMargin: z
      .number()
      .meta({ description: 'totalSales - shipping - costOfGoods', example: 2531.86 }),
    linesWithoutCost,
  }),
})

export type Margin = z.output<typeof margin.row>

const topMessage = 'top must be a whole number from 1 to 100'

/** One row for each existing product, and for each deleted product with a movement in the range. */
export const productSummary = defineReport({
  path: 'products/summary',
  query: reportQuery.safeExtend({
    top: z
      .preprocess(readNumber, z.int(topMessage).min(1, topMessage).max(100, topMessage))
      .optional()
      .meta({
        description:
          'Only so many rows: those of the existing products of which most units were sold, the most sold first',
        example: 8,
      }),
  }),
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    categoryName: z
      .string()
      .nullable()
      .meta({ description: 'null if the category was deleted', example: 'Stationery' }),
    units_sold: z.int().meta({ description: 'Less the returned ones', example: 12 }),
    units_purchased: z.int().meta({ example: 40 }),
    total_sales: z.number().meta({
      description: 'Line totals, before discount and shipping, less those of returns',
      example: 288,
    }),
    total_purchases: z.number().meta({ example: 440 }),
    cost_of_goods: z.number().meta({
      description: 'By the costs at the time of each sale, less returned goods that were put back',
      example: 132,
    }),
    gross_margin: z.number().meta({ description: 'total_sales - cost_of_goods', example: 156 }),
    margin_percent: z.number().nullable().meta({
      description:
        'gross_margin in percent of total_sales, with one decimal. null if total_sales is not above 0, and if lines_without_cost is',
      example: 54.2,
    }),
    lines_without_cost: linesWithoutCost,
  }),
})

export type ProductSummary = z.output<typeof productSummary.row>
export type ProductSummaryQuery = z.output<typeof productSummary.query>

/**
 * The lines of sales and purchases behind a product's row in the product summary, newest day first.
 * Within a day, sales come before purchases, each by document and line.
 */
export const productLines = defineReport({
  path: 'products/{id}/lines',
  query: dateRangeQuery,
  row: z.object({
    kind: z.enum(['sale', 'return', 'purchase']).meta({
      description: 'The quantity and the total of a return are negative',
      example: 'sale',
    }),
    documentId: z.int().meta({
      description: 'The saleId or purchaseId. Of a return, the saleId of its sale',
      example: 1,
    }),
    lineId: z.int().meta({ description: 'Unique among the lines of its kind', example: 1 }),
    day: isoDate,
    documentDay: isoDate.meta({
      description: 'The day of the document. Of a return, the day of its sale',
    }),
    partyName: z.string().meta({ description: 'The customer or supplier', example: 'Ada Fashola' }),
    price: z.int().meta({ example: 24 }),
    quantity: z.int().meta({ example: 2 }),
    total: z.number().meta({ example: 48 }),
  }),
})

export type ProductLine = z.output<typeof productLines.row>
