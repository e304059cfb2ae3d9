import { type ActivityResource, activityResources } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ActivityList } from '@/components/activity/activity-list'
import { type ActivityFilter, activityUsers } from '@/components/activity/activity-requests'
import { DateRangePicker } from '@/components/date/date-range-picker'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { NativeSelect } from '@/components/ui/native-select'
import { type DateRange, isSameRange, presetRange } from '@/lib/date-ranges'
import { isDay } from '@/lib/dates'
import { useScreenParams } from '@/lib/hooks/use-screen-params'
import { useToday } from '@/lib/hooks/use-today'

import { resourceLabels } from './resource-labels'

/** Days that can be chosen by name. Any others come from the calendar. */
const namedDays = ['Today', 'Yesterday', 'Last 7 Days', 'This Month', 'Last Month'] as const

/** Instead of the id of an account, in the address and in the list of accounts. */
const commandLine = 'command-line'

/** Who did what, for the owner. The address holds what is chosen. */
export function ActivityTab() {
  const { filter, days, change } = useActivityFilter()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Activity</CardTitle>
        <CardDescription>
          Every change of a record, an account or a setting, every sign-in, and every sale and
          purchase. These entries cannot be changed or removed.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-3 pt-4 pb-4">
        <div className="flex flex-wrap gap-3 [&>*]:w-full [&>*]:sm:w-44">
          <KindSelect value={filter.resource} onChange={(kind) => change({ kind })} />
          <UserSelect filter={filter} onChange={(by) => change({ by })} />
          <DaySelect value={days} onChange={change} />
        </div>
        <ActivityList
          filter={filter}
          empty={isFiltered ? 'No activity matches.' : 'No activity yet.'}
        />
      </CardContent>
    </Card>
  )
}

/** The choices in the address: ?kind, ?by, ?from and ?to. Ignores invalid ones. */
function useActivityFilter() {
  const { params, change } = useScreenParams()
  const kind = params.get('kind')
  const by = params.get('by')
  const userId = Number(by)
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const days = isDay(from) && isDay(to) && from <= to ? { from, to } : null
  const filter: ActivityFilter = {
    resource: activityResources.find((resource) => resource === kind),
    userId: Number.isSafeInteger(userId) && userId > 0 ? userId : undefined,
    byCommandLine: by === commandLine || undefined,
    startDate: days?.from,
    endDate: days?.to,
  }
  return { filter, days, change }
}

interface KindSelectProps {
  value: ActivityResource | undefined
  onChange: (chosen: string | null) => void
}

function KindSelect({ value, onChange }: KindSelectProps) {
  return (
    <NativeSelect
      aria-label="Kind of record"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Everything</option>
      {activityResources.map((resource) => (
        <option key={resource} value={resource}>
          {kindLabel(resource)}
        </option>
      ))}
    </NativeSelect>
  )
}

function kindLabel(resource: ActivityResource) {
  if (resource === 'users') return 'Accounts'
  if (resource === 'stock-counts') return 'Stock counts'
  if (resource === 'books') return 'Books'
  return resource === 'shop' ? 'Shop' : resourceLabels[resource].plural
}

interface UserSelectProps {
  filter: ActivityFilter
  onChange: (chosen: string | null) => void
}

function UserSelect({ filter: { userId, byCommandLine }, onChange }: UserSelectProps) {
  const { data: users = [] } = useQuery(activityUsers)
  return (
    <NativeSelect
      aria-label="Done by"
      value={byCommandLine ? commandLine : (userId ?? '')}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Everyone</option>
      {users.map(({ id, name, isRemoved }) => (
        <option key={id} value={id}>
          {isRemoved ? `${name} (removed)` : name}
        </option>
      ))}
      <option value={commandLine}>Command line</option>
    </NativeSelect>
  )
}

interface DaySelectProps {
  value: DateRange | null
  onChange: (days: { from: string | null; to: string | null }) => void
}

function DaySelect({ value, onChange }: DaySelectProps) {
  const today = useToday()
  const [isOther, setIsOther] = useState(false)
  const named = namedDays.find((name) => value && isSameRange(presetRange(name, today), value))
  const shown = value ? ((isOther ? undefined : named) ?? 'Other days') : ''

  function choose(name: string) {
    const preset = namedDays.find((known) => known === name)
    setIsOther(name === 'Other days')
    if (name === '') onChange({ from: null, to: null })
    else onChange(presetRange(preset ?? 'Last 7 Days', today))
  }

  return (
    <>
      <NativeSelect aria-label="Days" value={shown} onChange={({ target }) => choose(target.value)}>
        <option value="">Any time</option>
        {[...namedDays, 'Other days'].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </NativeSelect>
      {value && shown === 'Other days' && <DateRangePicker value={value} onChange={onChange} />}
    </>
  )
}
