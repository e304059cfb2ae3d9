import { z } from 'zod'
import { dateRangeQuery } from './date-range'
import { defineReport } from './define-report'
import { isoDate } from './iso-date'

/** The profit summary day by day, oldest first: one row for every day that came to anything. */
export const dailyTotals = defineReport({
  path: 'reports/daily',
  query: dateRangeQuery,
  row: z.object({
    day: isoDate,
    totalSales: z.number().meta({ description: "The sum of the sales' totals", example: 310.5 }),
    totalPurchases: z.number().meta({ example: 120 }),
    totalExpenses: z.number().meta({ description: "By the store's clock", example: 45 }),
  }),
})

export type DailyTotals = z.output<typeof dailyTotals.row>
