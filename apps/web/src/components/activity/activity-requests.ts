import { type Activity, activityPath, type ActivityResource } from '@stockie/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'

const pageSize = 50

export interface ActivityFilter {
  resource?: ActivityResource | undefined
  id?: number
  userId?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

/** What the users did, newest first. It loads one more page at a time. */
export function activityList(filter: ActivityFilter) {
  const query = Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  return infiniteQueryOptions({
    queryKey: [activityPath, query, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ ...query, pageSize: String(pageSize) })
      if (pageParam !== undefined) search.set('before', String(pageParam))
      return request<Activity[]>('GET', `/${activityPath}?${search}`, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    meta: { failure: 'Failed to load the activity. Please try again.', isUncounted: true },
  })
}
