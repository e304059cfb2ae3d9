import { isSameRange, type DateRange } from '@/lib/date-ranges'
import { isDay } from '@/lib/dates'
import { useScreenParams } from './use-screen-params'

/** The screen's days, from ?from and ?to. Anything but two days in order is the default. */
export function useDateRange(defaultRange: DateRange) {
  const { params, change } = useScreenParams()
  const from = params.get('from')
  const to = params.get('to')
  const isRange = from !== null && to !== null && isDay(from) && isDay(to) && from <= to

  function setRange(range: DateRange) {
    const isDefault = isSameRange(range, defaultRange)
    // Another range begins at its first page.
    change({ page: null, ...(isDefault ? { from: null, to: null } : range) })
  }

  return { range: isRange ? { from, to } : defaultRange, setRange }
}
