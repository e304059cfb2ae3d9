import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { captureSaleStatement } from './counting-proxy'
import { describeSaleRates, findPgbench, runPgbench } from './pgbench'
import { createRequests, today } from './sale-requests'

type Comparison = {
  /** Takes away what the row measures from one of two equal shops. */
  disable: (none: ShopDatabase) => Promise<void>
  /** Checks afterwards that one side had it the whole time, and the other one never. */
  check: (shops: Record<'kept' | 'none', ShopDatabase>) => Promise<void>
}

/** Sells in two equal shops, one of which lacks something, by the statement that Stockie sends. */
export async function compareSales(
  bench: Parameters<Measure['run']>[0],
  { disable, check }: Comparison,
): ReturnType<Measure['run']> {
  const pgbench = await findPgbench()
  if (!pgbench)
    throw new UnsupportedError('pgbench is not installed. Install PostgreSQL to get it.')
  const first = createRequests({ headers: {}, day: today, products: 3, customers: 1 })(0)
  const statement = await captureSaleStatement(bench, first)
  const kept = await bench.database('100k')
  const none = await bench.database('100k')
  await disable(none)
  const sell = ({ url }: ShopDatabase) => runPgbench(bench, { pgbench, url, statement })
  const measured = await inRounds(bench, { kept: () => sell(kept), none: () => sell(none) })
  await check({ kept, none })

  const rates = (side: 'kept' | 'none') => measured[side].map(({ perSecond }) => perSecond)
  const cost = (side: 'kept' | 'none') => measured[side].map(({ cpu }) => cpu.postgres)
  const costRatio = median(ratios(cost('kept'), cost('none')))
  return {
    rounds: ratios(rates('kept'), rates('none')),
    noisy: isUnsteady(rates('none')),
    shown: [
      ...describeSaleRates(measured),
      `of the side that keeps it, PostgreSQL's CPU time is x ${costRatio.toFixed(2)}`,
    ],
  }
}
