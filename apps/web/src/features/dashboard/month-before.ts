import { type DailyTotals, type ProfitSummary, subtotalOf } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { type DateRange, type KnownRange, monthRange } from '@/lib/date-ranges'
import { shiftMonth } from '@/lib/dates'
import { useToday } from '@/lib/hooks/use-today'
import { reports } from '@/resources/reports'

export interface MonthBefore {
  /** The days of the range that have come. */
  compared: DateRange
  /** The same days of the month before. */
  before: DateRange
  /** The report on the days before. Undefined until it is loaded, and after a failure. */
  days?: DailyTotals[] | undefined
  /** Undefined until both reports are loaded, and if the days before have no amounts. */
  differences?: ProfitSummary | undefined
}

/**
 * Compares the range with the same days of the month before. Only days count that had come when the figures were
 * known. Reads them after the range's own days, so that they delay no figure. A failure shows no message, because the
 * screen works without them.
 */
export function useMonthBefore(range: KnownRange): MonthBefore | null {
  const { asOf } = range
  const today = useToday()
  const comparison = comparableDays(range, asOf ?? today)
  const { data: current } = useQuery(reports.dailyTotals(range))
  const { data: days } = useQuery({
    ...reports.dailyTotals({ ...(comparison?.before ?? noDays), asOf }),
    enabled: comparison !== null && current !== undefined,
    meta: {},
  })
  // Another month that was shown before may have left its report in the cache.
  if (!comparison || !current) return comparison
  if (!days?.length) return { ...comparison, days }

  const { to } = comparison.compared
  const passed = current.filter(({ day }) => day <= to)
  return { ...comparison, days, differences: subtractTotals(passed, days) }
}

const noDays = { from: '', to: '' }

/**
 * A month, or days within one, and the same days of the month before: whole months as a whole, a month in
 * progress up to today. Null for other ranges, and for days to come.
 */
export function comparableDays({ from, to }: DateRange, today: string) {
  const month = from.slice(0, 7)
  if (month !== to.slice(0, 7) || from > today) return null

  const previous = monthRange(shiftMonth(month, -1))
  const last = to < today ? to : today
  const isWhole = from.endsWith('-01') && last === monthRange(month).to
  const sameDay = (day: string) => previous.to.slice(0, 8) + day.slice(8)
  const before = {
    from: sameDay(from),
    to: isWhole || sameDay(last) > previous.to ? previous.to : sameDay(last),
  }
  return before.from > previous.to ? null : { compared: { from, to: last }, before }
}

/** The totals of some days less those of others, exact to the cent. */
function subtractTotals(
  days: readonly DailyTotals[],
  others: readonly DailyTotals[],
): ProfitSummary {
  const sumOf = (id: 'totalSales' | 'totalPurchases' | 'totalExpenses') =>
    subtotalOf([
      ...days.map((row) => ({ total: row[id] })),
      ...others.map((row) => ({ total: -row[id] })),
    ])
  const totalSales = sumOf('totalSales')
  const totalPurchases = sumOf('totalPurchases')
  const totalExpenses = sumOf('totalExpenses')
  const profit = subtotalOf(
    [totalSales, -totalPurchases, -totalExpenses].map((total) => ({ total })),
  )
  return { totalSales, totalPurchases, totalExpenses, profit }
}
