import {
  type Activity,
  activityPath,
  type ActivityResource,
  type ActivityUser,
} from '@stockie/contracts'
import { queryOptions } from '@tanstack/react-query'

import { request } from '@/lib/api/api-client'
import { historyRequests } from '@/lib/api/paged-requests'

export interface ActivityFilter {
  resource?: ActivityResource | undefined
  id?: number
  userId?: number | undefined
  byCommandLine?: true | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

/** What the users did. */
export function activityList(filter: ActivityFilter) {
  return historyRequests<Activity>({
    path: activityPath,
    query: Object.fromEntries(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    keyOf: ({ id }) => id,
    failure: 'Failed to load the activity. Please try again.',
    isUncounted: true,
  })
}

/** The accounts that the activity may name, also those that were removed. */
export const activityUsers = queryOptions({
  queryKey: ['users', activityPath] as (string | Record<string, string>)[],
  queryFn: ({ signal }) => request<ActivityUser[]>('GET', `/${activityPath}/users`, { signal }),
  meta: { failure: 'Failed to load the accounts. Please try again.', isUncounted: true },
})
