import {
  adjustmentSummary as adjustmentSummaryContract,
  type AdjustmentSummaryRow,
} from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { requestList } from '@/lib/api/api-client'

/** The stock changes by hand by month and reason, of a product or of all products. */
export function adjustmentSummary(productId?: number) {
  const search = productId === undefined ? '' : `?productId=${productId}`
  const path = `${adjustmentSummaryContract.path}${search}`
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${path}`, {
        signal,
        cached: client.getQueryData<AdjustmentSummaryRow[]>(queryKey),
      }),
    meta: { failure: 'Failed to load the adjustments. Please try again.' },
  })
}
