import { type Activity, activityPath, type ActivityResource } from '@stockie/contracts'

import { historyRequests } from '@/lib/api/paged-requests'

export interface ActivityFilter {
  resource?: ActivityResource | undefined
  id?: number
  userId?: number | undefined
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
  })
}
