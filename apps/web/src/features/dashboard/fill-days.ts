import type { DailyTotals } from '@stockie/contracts'
import { eachDayOfInterval } from 'date-fns'

import type { DateRange } from '@/lib/date-ranges'
import { parseDay, toDay } from '@/lib/days'

import { isWithinYear } from './is-within-year'

/** Every day of the range, also those that came to nothing and of which the report says nothing. */
export function fillDays(range: DateRange, rows: DailyTotals[]): DailyTotals[] {
  // Beyond a year nobody looks for those.
  if (!isWithinYear(range)) return rows

  const known = new Map(rows.map((row) => [row.day, row]))
  return eachDayOfInterval({ start: parseDay(range.from), end: parseDay(range.to) }).map((date) => {
    const day = toDay(date)
    return known.get(day) ?? { day, totalSales: 0, totalPurchases: 0, totalExpenses: 0 }
  })
}
