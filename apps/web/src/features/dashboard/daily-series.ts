import type { DailyTotals } from '@stockie/contracts'
import { addYears, eachDayOfInterval } from 'date-fns'

import type { DateRange } from '@/lib/date-ranges'
import { parseDay, toDay } from '@/lib/dates'

/** The chart's series in the order of its legend. The classes are for swatches. */
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

/** More days than a year's would be too thin to draw. */
export function isWithinYear({ from, to }: DateRange) {
  return parseDay(to) < addYears(parseDay(from), 1)
}

function emptyDay(day: string): DailyTotals {
  return { day, totalSales: 0, totalPurchases: 0, totalExpenses: 0, totalReturns: 0 }
}

/** Adds the days that the report leaves out because nothing happened. After today there are only days with amounts. */
export function fillMissingDays(
  range: DateRange,
  rows: DailyTotals[],
  today: string,
): DailyTotals[] {
  // Empty days of several years would only lengthen the table.
  if (!isWithinYear(range)) return rows

  const end = [today < range.to ? today : range.to, range.from].toSorted().at(-1) ?? range.to
  const filled = eachDayOfInterval({ start: parseDay(range.from), end: parseDay(end) }).map(toDay)
  const rowByDay = new Map(rows.map((row) => [row.day, row]))
  return [...new Set([...filled, ...rowByDay.keys()])].map(
    (day) => rowByDay.get(day) ?? emptyDay(day),
  )
}
