import { dailyTotals, profitSummary, salesBreakdown } from '@stockie/contracts'
import type { Describe } from '@/http/openapi/describe'
import { describeReport } from '@/http/openapi/describe-report'

export const describeReports: Describe = (registry) => {
  describeReport(profitSummary, {
    one: 'profit summary',
    operationId: 'getProfitSummary',
    tag: 'Reports',
    summary: 'What a range of days came to',
    description: 'Both days count; a missing one leaves its side open.',
    isSingle: true,
  })(registry)
  describeReport(dailyTotals, {
    one: 'daily totals',
    operationId: 'listDailyTotals',
    tag: 'Reports',
    summary: 'What each day of a range came to, oldest first',
    description:
      'One row for every day that came to anything: days on which nothing was left to count are not listed. Together they are the profit summary of the range.',
  })(registry)
  describeReport(salesBreakdown, {
    one: 'sales breakdown',
    operationId: 'getSalesBreakdown',
    tag: 'Reports',
    summary: 'How the total of the sales follows from their lines',
    description:
      'The line totals are those that the product summary adds up by product, and the total is that of the profit summary. In between are the discounts, the shipping fees, and what sales that would be below 0 were raised by.',
    isSingle: true,
  })(registry)
}
