import { apiRoot } from '@stockie/contracts'
import type { LoadRequest } from '#src/load/load-request'

/** The ranges of the reports. The shops have two years of trade that end today. */
export function ranges(today = new Date()) {
  const day = (months: number, days = 0) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1 + days))
      .toISOString()
      .slice(0, 10)
  const lastDay = day(0, -1)
  return {
    month: { startDate: day(-1), endDate: lastDay },
    year: { startDate: day(-12), endDate: lastDay },
    // The shop opened in the middle of the first month.
    '24 months': { startDate: day(-24), endDate: lastDay },
  }
}

export type Range = keyof ReturnType<typeof ranges>

export const paths = {
  profit: `${apiRoot}/reports/profit-summary`,
  products: `${apiRoot}/products`,
  productSummary: `${apiRoot}/products/summary`,
  sales: `${apiRoot}/sales`,
}

/** Adds a range to a path, optionally some days earlier. Anchors use the same paths as Stockie. */
export function inRange(path: string, range: Range, daysEarlier = 0): string {
  const { startDate, endDate } = ranges()[range]
  const shift = (day: string) =>
    new Date(Date.parse(day) - daysEarlier * 86_400_000).toISOString().slice(0, 10)
  const days = { startDate: shift(startDate), endDate: shift(endDate) }
  return `${path}?${new URLSearchParams(days).toString()}`
}

const monthLengths = [28, 29, 30, 31]
const startDays = 690
const oneDay = 86_400_000

/**
 * Requests for the profit summary of every month that begins on any day of the shop's two years. Sent in turn
 * beside writes, none repeats before the next write, so no cache has an answer ready.
 */
export function createMonthRequests(headers: Record<string, string> = {}): LoadRequest[] {
  const today = Date.now()
  const day = (ago: number) => new Date(today - ago * oneDay).toISOString().slice(0, 10)
  return monthLengths.flatMap((length) =>
    Array.from({ length: startDays }, (_, index) => {
      const ago = length + index
      const range = new URLSearchParams({ startDate: day(ago), endDate: day(ago - length + 1) })
      return { path: `${paths.profit}?${range.toString()}`, headers }
    }),
  )
}
