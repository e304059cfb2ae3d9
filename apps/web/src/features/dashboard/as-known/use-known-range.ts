import { useNavigate } from 'react-router-dom'

import { useStoreToday } from './use-store-today'
import type { DateRange, KnownRange } from '@/lib/date-ranges'
import { isDay } from '@/lib/dates'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useScreenParams } from '@/lib/hooks/use-screen-params'

/** The days of the figures, and the day on which they were known, from ?asOf. Anything but a day up to today is ignored. */
export function useKnownRange(defaultRange: DateRange) {
  const { range: days, setRange: setDays } = useDateRange(defaultRange)
  const { params, change } = useScreenParams()
  const navigate = useNavigate()
  const text = params.get('asOf')
  const today = useStoreToday({ isNeeded: text !== null })
  const asOf = text !== null && isDay(text) && text <= today ? text : undefined
  const range: KnownRange = { ...days, asOf }

  function setRange(next: DateRange) {
    if (asOf === undefined) setDays(next)
    // The address keeps the days, so that a link means the same in another month.
    else change({ page: null, from: next.from, to: next.to })
  }

  /** Undefined shows the present figures. Back reverts it. */
  function setAsOf(day: string | undefined) {
    const next = new URLSearchParams(params)
    next.delete('page')
    if (day === undefined) next.delete('asOf')
    else {
      for (const [name, value] of Object.entries({ ...days, asOf: day })) next.set(name, value)
    }
    // The same day again would be a step of Back that changes nothing.
    if (next.toString() === params.toString()) return
    void navigate({ search: `?${next}` }, { preventScrollReset: true })
  }

  return { range, setRange, setAsOf }
}
