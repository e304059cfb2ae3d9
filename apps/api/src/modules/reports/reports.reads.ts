import {
  dailyTotals as daily,
  profitSummary as profit,
  salesBreakdown as breakdown,
} from '@stockie/contracts'
import { parseQuery } from '@/http/parse-request'
import type { Read } from '@/http/reads'
import { dailyTotals } from './daily-totals'
import { profitSummary } from './profit-summary'
import { salesBreakdown } from './sales-breakdown'

export function reportReads({ timeZone }: { timeZone: string }): Read[] {
  return [
    {
      path: profit.path,
      list: (asked) => profitSummary(parseQuery(profit.query, asked), timeZone),
    },
    {
      path: daily.path,
      list: (asked) => dailyTotals(parseQuery(daily.query, asked), timeZone),
    },
    {
      path: breakdown.path,
      list: (asked) => salesBreakdown(parseQuery(breakdown.query, asked)),
    },
  ]
}
