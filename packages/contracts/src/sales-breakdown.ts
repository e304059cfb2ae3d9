import { z } from 'zod'
import { dateRangeQuery } from './date-range'
import { defineReport } from './define-report'

/** How the total of a range's sales follows from their lines. */
export const salesBreakdown = defineReport({
  path: 'reports/sales-breakdown',
  query: dateRangeQuery,
  row: z.object({
    sales: z.int().meta({ description: 'How many there are', example: 96 }),
    lineTotals: z.number().meta({ description: 'The sum of all lines', example: 4900 }),
    discounts: z.number().meta({ example: 120 }),
    shippingFees: z.number().meta({ example: 15 }),
    raisedToZero: z.number().meta({
      description: 'What sales whose discount is more than they come to would be below 0',
      example: 5.5,
    }),
    totalSales: z.number().meta({
      description: 'lineTotals - discounts + shippingFees + raisedToZero',
      example: 4800.5,
    }),
  }),
})

export type SalesBreakdown = z.output<typeof salesBreakdown.row>
