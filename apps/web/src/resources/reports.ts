import {
  dailyTotals,
  margin,
  productLines,
  productSummary,
  profitSummary,
  salesBreakdown,
  type DailyTotals,
  type Margin,
  type ProductLine,
  type ProductSummary,
  type ProfitSummary,
  type SalesBreakdown,
} from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { requestList } from '@/lib/api/api-client'
import type { DateRange, KnownRange } from '@/lib/date-ranges'

/** All reports share this sentence, in the toast and in place of the figures. */
const loadFailure = 'Failed to load data. Please try again later.'

/** Reports on a range of days. */
export const reports = {
  loadFailure,
  profitSummary: (range: KnownRange) => reportOptions<ProfitSummary>(profitSummary.path, range),
  dailyTotals: (range: KnownRange) => reportOptions<DailyTotals[]>(dailyTotals.path, range),
  productSummary: (range: KnownRange) =>
    reportOptions<ProductSummary[]>(productSummary.path, range),
  /**
   * The products that sold most. Read once for each opened screen: buttons must not move below the pointer.
   * No toast reports a failure, since the screen works as well without them. After a failure, the next
   * visit, change in the shop or focus of the window reads them again.
   */
  mostSold: (range: DateRange, top: number) =>
    queryOptions({
      ...reportOptions<ProductSummary[]>(productSummary.path, range, { top: String(top) }),
      staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
      refetchOnWindowFocus: ({ state }) => state.data === undefined,
      meta: {},
    }),
  salesBreakdown: (range: DateRange) => reportOptions<SalesBreakdown>(salesBreakdown.path, range),
  margin: (range: DateRange) => reportOptions<Margin>(margin.path, range),
  productLines: (productId: number, range: DateRange) =>
    reportOptions<ProductLine[]>(productLines.path.replace('{id}', String(productId)), range),
}

function reportOptions<Answer>(path: string, { from, to, asOf }: KnownRange, rest = {}) {
  const query = { startDate: from, endDate: to, ...(asOf !== undefined && { asOf }), ...rest }
  return queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${path}?${new URLSearchParams(query)}`, {
        signal,
        cached: client.getQueryData<Answer>(queryKey),
      }),
    meta: { failure: loadFailure },
  })
}
