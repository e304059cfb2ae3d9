import type { LoadRequest } from '#src/load/plan'
import { paths } from './paths'

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
