import type { ShopPlan } from '../bulk-load/row-buffer'
import { daysBetween, toTimestamp, weekdayOf } from '../days'

/** The relative demand of each month, January first: quiet after New Year, busiest before Christmas. */
export const months = [0.8, 0.85, 0.95, 1, 1.05, 1, 0.9, 0.85, 1, 1.05, 1.25, 1.7]

/** The relative demand of each weekday, Monday first. The shop is closed on Sundays. */
const weekdays = [0.8, 0.8, 0.9, 1, 1.2, 1.7, 0]

const holidays = ['01-01', '05-01', '07-04', '12-25', '12-26']

/** Today is always open, so that the demo has sales of today even on a Sunday. */
export function isOpen(day: string, today: string): boolean {
  return day === today || (weekdayOf(day) !== 7 && !holidays.includes(day.slice(5)))
}

export function monthOf(day: string): number {
  return Number(day.slice(5, 7)) - 1
}

/** The average number of sales on a day. The shop grows by a quarter over the year. */
export function expectedSales(day: string, first: string, today: string): number {
  const growth = 0.9 + (0.25 * daysBetween(first, day)) / daysBetween(first, today)
  const weekday = weekdays[weekdayOf(day) - 1] || 0.8
  return 22 * growth * weekday * (months[monthOf(day)] ?? 1)
}

/** Opening hours in minutes after midnight. The demo's last day ends before noon. */
export function hoursOf(day: string, today: string): { opens: number; closes: number } {
  if (day === today) return { opens: 9 * 60, closes: 11 * 60 + 30 }
  return { opens: 9 * 60, closes: weekdayOf(day) === 6 ? 17 * 60 : 18 * 60 + 30 }
}

/** Later than everything that happens on the last day. */
const endOfLastDay = 12 * 60

/** Creates timestamps. If the last day has only begun, its events move closer together: none is in the future. */
export function createClock({ today, minutesToday }: Pick<ShopPlan, 'today' | 'minutesToday'>) {
  const pace = Math.min(minutesToday / endOfLastDay, 1)
  return (day: string, minute: number) =>
    toTimestamp(day, day === today ? Math.floor(minute * pace) : minute)
}
