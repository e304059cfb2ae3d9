import { reorder, type ReorderRow } from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { requestList } from '@/lib/api/api-client'

const failure = 'Failed to load what to reorder. Please try again.'

/** What to buy. Without days of cover, those of the shop count. */
const list = (coverDays?: number) =>
  queryOptions({
    queryKey: [reorder.path, { coverDays }],
    queryFn: ({ signal, client, queryKey }) =>
      requestList(`/${reorder.path}${coverDays === undefined ? '' : `?coverDays=${coverDays}`}`, {
        signal,
        cached: client.getQueryData<ReorderRow[]>(queryKey),
      }),
    meta: { failure },
  })

/**
 * How many products to reorder. Read again every five minutes instead of after each change: with a million sales, the
 * database works a quarter of a second for it. A failure shows no toast.
 */
const count = queryOptions({
  ...list(),
  select: (rows: ReorderRow[]) => rows.length,
  staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
  refetchInterval: 300_000,
  meta: {},
})

export const reorderList = { failure, list, count }
