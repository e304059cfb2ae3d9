import type { DailyTotals } from '@stockie/contracts'
import { addDays, differenceInCalendarDays } from 'date-fns'

import type { DateRange } from '@/lib/date-ranges'
import { parseDay, toDay } from '@/lib/days'

/** Beyond a year nobody looks for the days on which nothing was done. */
const mostDays = 366

/** Every day of the range, also those that came to nothing and of which the report says nothing. */
export function fillDays({ from, to }: DateRange, rows: DailyTotals[]): DailyTotals[] {
  const first = parseDay(from)
  const count = differenceInCalendarDays(parseDay(to), first) + 1
  if (count > mostDays) return rows

  const known = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: count }, (_, at) => {
    const day = toDay(addDays(first, at))
    return known.get(day) ?? { day, totalSales: 0, totalPurchases: 0, totalExpenses: 0 }
  })
}
