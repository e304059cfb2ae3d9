import { addYears } from 'date-fns'

import type { DateRange } from '@/lib/date-ranges'
import { parseDay } from '@/lib/days'

/** The days of a year can be drawn side by side, and of more they are too thin. */
export function isWithinYear({ from, to }: DateRange) {
  return parseDay(to) < addYears(parseDay(from), 1)
}
