import { z } from 'zod'
import { dateRangeQuery } from './date-range'
import { defineReport } from './define-report'

/** One row for every product that exists, and for every deleted one that moved in the range. */
export const productSummary = defineReport({
  path: 'products/summary',
  query: dateRangeQuery,
  row: z.object({
    productId: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Fountain pen' }),
    categoryName: z
      .string()
      .nullable()
      .meta({ description: 'null where the category was deleted', example: 'Stationery' }),
    units_sold: z.int().meta({ example: 12 }),
    units_purchased: z.int().meta({ example: 40 }),
    total_sales: z
      .number()
      .meta({ description: 'Line totals, before discount and shipping', example: 288 }),
    total_purchases: z.number().meta({ example: 440 }),
  }),
})

export type ProductSummary = z.output<typeof productSummary.row>
