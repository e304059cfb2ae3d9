import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import type { Stockie } from '@stockie/stage/start-stockie'
import type { Load } from '#src/load/plan'
import { inRange, paths } from '#src/reads/paths'
import type { SaleOptions } from '#src/writes/sale-requests'
import { today } from '#src/writes/today'

type Requests = Load['requests']

const module = path.resolve(import.meta.dirname, '../writes/sale-requests.ts')

/** What a shop asks its server on a day, and sales among it. */
export function loadsOfEveryKind({ headers }: Pick<Stockie, 'headers'>): Requests[] {
  const reads = [
    inRange(paths.profit, 'month'),
    inRange(paths.productSummary, 'month'),
    inRange(paths.productSummary, '24 months'),
    inRange(paths.sales, 'month'),
    paths.products,
    `${apiRoot}/customers`,
  ]
  const sales: SaleOptions = { headers, day: today, products: 10_000, customers: 5_000 }
  return [
    ...reads.map((read) => [{ path: read, headers }]),
    [{ method: 'POST', path: `${apiRoot}/auth/verify`, headers }],
    { module, options: sales },
  ]
}
