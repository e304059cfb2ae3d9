import { apiRoot } from '@stockie/contracts'
import type { Reader } from '#src/load/plan'

/** The dashboard's figures, the sales of a day, and the list that every sale changes. */
export function readersOf(today: string, pause: number): Reader[] {
  const monthAgo = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10)
  const month = new URLSearchParams({ startDate: monthAgo, endDate: today }).toString()
  const day = new URLSearchParams({ startDate: monthAgo, endDate: monthAgo }).toString()
  return [
    { path: `${apiRoot}/reports/profit-summary?${month}`, pause },
    { path: `${apiRoot}/sales?${day}`, pause },
    { path: `${apiRoot}/customers`, pause },
    { path: `${apiRoot}/products/summary?${month}`, pause: 5 * pause },
    { path: `${apiRoot}/products`, pause: 5 * pause },
  ]
}
