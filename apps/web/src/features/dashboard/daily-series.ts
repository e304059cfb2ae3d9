import type { DailyTotals } from '@stockie/contracts'
import { addYears, eachDayOfInterval } from 'date-fns'

import type { DateRange } from '@/lib/date-ranges'
import { parseDay, toDay } from '@/lib/dates'

/** What the chart shows of a day, in the order of its legend; the classes are for swatches. */
export const dailySeries = [
  { id: 'totalSales', title: 'Sales', color: 'var(--chart-sales)', swatch: 'bg-chart-sales' },
  {
    id: 'totalPurchases',
    title: 'Purchases',
    color: 'var(--chart-purchases)',
    swatch: 'bg-chart-purchases',
  },
  {
    id: 'totalExpenses',
    title: 'Expenses',
    color: 'var(--chart-expenses)',
    swatch: 'bg-chart-expenses',
  },
] as const

/** The days of a year can be drawn side by side, and of more they are too thin. */
export function isWithinYear({ from, to }: DateRange) {
  return parseDay(to) < addYears(parseDay(from), 1)
}

/** Every day of the range, also those that came to nothing and of which the report says nothing. */
export function fillMissingDays(range: DateRange, rows: DailyTotals[]): DailyTotals[] {
  // Beyond a year nobody looks for those.
  if (!isWithinYear(range)) return rows

  const known = new Map(rows.map((row) => [row.day, row]))
  return eachDayOfInterval({ start: parseDay(range.from), end: parseDay(range.to) }).map((date) => {
    const day = toDay(date)
    return known.get(day) ?? { day, totalSales: 0, totalPurchases: 0, totalExpenses: 0 }
  })
}
