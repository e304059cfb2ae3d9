import type { Activity, ActivityResource } from '@stockie/contracts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { DocumentLink } from '@/components/document/document-link'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { pagesOf } from '@/lib/api/paged-requests'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'

import { activityList, type ActivityFilter } from './activity-requests'
import { activitySentence } from './activity-sentence'
import { actorName } from './actor-name'

interface ActivityListProps {
  filter: ActivityFilter
  /** Whether the list is the history of one record, whose rows do not name it. */
  isHistory?: boolean
  empty: string
}

/** What the users did, newest first, in plain sentences. */
export function ActivityList({ filter, isHistory = false, empty }: ActivityListProps) {
  const list = useInfiniteQuery({
    ...activityList(filter),
    // The rows of the previous filter stay until those of the new one are loaded.
    placeholderData: keepPreviousData,
  })
  if (!list.data) {
    return (
      <ListPlaceholder
        list={list}
        loading="Loading the activity..."
        failure="Failed to load the activity."
      />
    )
  }

  const { rows } = list.data
  return (
    <div aria-busy={list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-55')}>
      {rows.length === 0 && (
        <p className="py-10 text-center text-sm text-muted-foreground">{empty}</p>
      )}
      <ol aria-label={isHistory ? 'History' : 'Activity'} className="divide-y">
        {rows.map((row) => (
          <ActivityItem key={row.id} activity={row} isHistory={isHistory} />
        ))}
      </ol>
      <ShowMore
        key={JSON.stringify(filter)}
        list={pagesOf(list)}
        shown={rows.length}
        total={undefined}
      />
    </div>
  )
}

function ActivityItem({ activity, isHistory }: { activity: Activity; isHistory: boolean }) {
  const { before, name, after, fields } = activitySentence(activity, isHistory)
  return (
    <li className="relative grid gap-0.5 py-3 text-sm">
      <p className="wrap-anywhere">
        <strong className="font-medium">{actorName(activity)}</strong> {before}
        {name && ' '}
        {name && <RecordLink activity={activity}>{name}</RecordLink>}
        {after && ` ${after}`}
      </p>
      {fields.length > 0 && (
        <ul className="grid gap-0.5 border-l-2 pl-3 text-muted-foreground">
          {fields.map((field) => (
            <li key={field} className="wrap-anywhere whitespace-pre-wrap">
              {field}
            </li>
          ))}
        </ul>
      )}
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
        <time dateTime={activity.at}>{formatDateTime(activity.at)}</time>
      </p>
    </li>
  )
}

/** Opens the record. One that is deleted has no link. */
function RecordLink({ activity, children }: { activity: Activity; children: ReactNode }) {
  const { resource, recordId, day } = activity
  if (day !== null && (resource === 'sales' || resource === 'purchases')) {
    return (
      <DocumentLink kind={resource === 'sales' ? 'sale' : 'purchase'} id={recordId} day={day}>
        {children}
      </DocumentLink>
    )
  }
  const address = addressOf(activity)
  if (address === null) return <span className="font-medium">{children}</span>
  return (
    <Link
      to={address}
      className="font-medium underline decoration-input decoration-dotted underline-offset-4 outline-none hover:decoration-solid focus-visible:rounded-sm focus-visible:ring-[3px] focus-visible:ring-ring/60"
    >
      {children}
    </Link>
  )
}

/** The screen that shows the record, or null if it is deleted. Lists find it by its present name, and expenses by their number. */
function addressOf({ resource, recordId, presentName, day }: Activity) {
  if (resource === 'expenses' && day !== null) {
    return `/expense?${new URLSearchParams({ from: day, to: day, q: String(recordId) })}`
  }
  const screen = screens[resource]
  if (!screen || presentName === null) return null
  return resource === 'users' ? screen : `${screen}?${new URLSearchParams({ q: presentName })}`
}

const screens: Partial<Record<ActivityResource, string>> = {
  customers: '/customer',
  suppliers: '/supplier',
  categories: '/category',
  'expense-categories': '/expense-category',
  products: '/product',
  users: '/profile?tab=staff',
}
