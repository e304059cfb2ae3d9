import { z } from 'zod'
import { dateRangeQuery } from './date-range'
import { defineReport } from './define-report'

export const profitSummary = defineReport({
  path: 'reports/profit-summary',
  query: dateRangeQuery,
  row: z.object({
    totalSales: z.number().meta({ description: "The sum of the sales' totals", example: 4800.5 }),
    totalPurchases: z.number().meta({ example: 2100 }),
    totalExpenses: z.number().meta({ example: 1200 }),
    profit: z
      .number()
      .meta({ description: 'totalSales - totalPurchases - totalExpenses', example: 1500.5 }),
  }),
})

export type ProfitSummary = z.output<typeof profitSummary.row>
