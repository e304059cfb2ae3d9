import { monthOf, type DateRange } from './date-ranges'
import { formatDay, formatMonth } from './format'

/** 'Nov 2026', or the days where they are no whole month. */
export function nameRange(range: DateRange) {
  const month = monthOf(range)
  if (month !== null) return formatMonth(month)
  const first = formatDay(range.from)
  return range.from === range.to ? first : `${first} – ${formatDay(range.to)}`
}
