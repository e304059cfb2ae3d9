import { reorder, type ReorderRow } from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { request, requestList } from '@/lib/api/api-client'

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

/** In milliseconds. With a million sales, the database works a quarter of a second for the count. */
const countLifetime = 300_000

/**
 * How many products to reorder. Read again every five minutes instead of after each change. A failure shows no toast.
 * Its key is its own: a list with the same key would be read as rarely.
 */
const count = queryOptions({
  queryKey: [reorder.path, 'count'],
  queryFn: async ({ signal }) =>
    (await request<ReorderRow[]>('GET', `/${reorder.path}`, { signal })).length,
  staleTime: ({ state }) => (Date.now() - state.dataUpdatedAt < countLifetime ? 'static' : 0),
  refetchInterval: countLifetime,
  meta: {},
})

export const reorderList = { failure, list, count }
