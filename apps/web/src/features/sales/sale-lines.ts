import type { Sale } from '@stockie/contracts'

import type { DateRange } from '@/lib/date-ranges'
import { type ListedSale, sales } from '@/resources/sales'

/** The page parses an answer at once, so one with more sales would block it. */
const maxSales = 1000

/** Loads the lines of the wanted sales, which the list of sales lacks. A sale that is deleted by now has none. */
export async function loadSaleLines(
  listed: readonly ListedSale[],
  wanted: readonly ListedSale[],
  signal: AbortSignal,
) {
  const lines = new Map<number, Sale['saleDetails']>()
  for (const range of splitDays(listed, wanted)) {
    for (const { saleId, saleDetails } of await sales.withLines(range, signal)) {
      lines.set(saleId, saleDetails)
    }
  }
  return ({ saleId }: ListedSale) => lines.get(saleId) ?? []
}

/** The days that have wanted sales, as ranges. One of several days has at most `max` sales. */
export function splitDays(
  listed: readonly ListedSale[],
  wanted: readonly ListedSale[],
  max = maxSales,
): DateRange[] {
  const wantedDays = new Set(wanted.map(({ saleDate }) => saleDate))
  const counts = new Map<string, number>()
  for (const { saleDate } of listed) counts.set(saleDate, (counts.get(saleDate) ?? 0) + 1)
  const ranges: DateRange[] = []
  let room = 0
  for (const day of [...counts.keys()].toSorted()) {
    const count = counts.get(day) ?? 0
    const last = ranges.at(-1)
    if (!wantedDays.has(day)) room = 0
    else if (last && count <= room) {
      last.to = day
      room -= count
    } else {
      ranges.push({ from: day, to: day })
      room = max - count
    }
  }
  return ranges
}
