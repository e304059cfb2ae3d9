import { apiRoot } from '@stockie/contracts'
import type { LoadRequest } from '#src/load/load-request'

/** The ranges that reports are asked for; the shops have two years of trade that end today. */
export function ranges(today = new Date()) {
  const day = (months: number, days = 0) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1 + days))
      .toISOString()
      .slice(0, 10)
  const lastDay = day(0, -1)
  return {
    month: { startDate: day(-1), endDate: lastDay },
    year: { startDate: day(-12), endDate: lastDay },
    // The first of them began in the middle of its month, with the shop.
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

/** Anchors answer at the paths that Stockie answers at. A range may be meant so many days earlier. */
export function inRange(path: string, range: Range, daysEarlier = 0): string {
  const { startDate, endDate } = ranges()[range]
  const earlier = (day: string) =>
    new Date(Date.parse(day) - daysEarlier * 86_400_000).toISOString().slice(0, 10)
  const days = { startDate: earlier(startDate), endDate: earlier(endDate) }
  return `${path}?${new URLSearchParams(days).toString()}`
}

const lengths = [28, 29, 30, 31]
const starts = 690
const oneDay = 86_400_000

/**
 * The profit summary of every month that begins on any day of the shop's two years. Asked in turn beside
 * writes none of them is asked again before there was one: nobody has an answer ready.
 */
export function monthsInTurn(headers: Record<string, string> = {}): LoadRequest[] {
  const today = Date.now()
  const day = (ago: number) => new Date(today - ago * oneDay).toISOString().slice(0, 10)
  return lengths.flatMap((length) =>
    Array.from({ length: starts }, (_, index) => {
      const ago = length + index
      const range = new URLSearchParams({ startDate: day(ago), endDate: day(ago - length + 1) })
      return { path: `${paths.profit}?${range.toString()}`, headers }
    }),
  )
}
