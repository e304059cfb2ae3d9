import { UnsupportedError } from '@stockie/testkit/errors'
import type { Measure } from '#src/bench'
import { measureLoad } from '#src/load/load'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { findPgbench, runPgbench, describeSaleRates, type PgbenchResult } from './pgbench'
import { startSaleServers } from './sale-servers'

/** B2: the same sale, compared with PostgreSQL alone. */
export const saleRecordingByPgbench: Measure = {
  row: {
    id: 'B2',
    name: 'POST a sale of 3 lines over the whole path, req/s',
    anchor: 'pgbench, the same statement',
    goal: { atLeast: 0.25 },
    moonshot: { atLeast: 0.5 },
  },
  async run(bench) {
    const pgbench = await findPgbench()
    if (!pgbench)
      throw new UnsupportedError('pgbench is not installed. Install PostgreSQL to get it.')
    const { sides, statement } = await startSaleServers(bench, {
      anchors: { anchor: { name: 'node:http + pg', file: 'writes/record-sale.mjs' } },
      sold: { products: 10_000, customers: 5_000 },
    })
    const { url } = await bench.database('100k')
    const measured = await inRounds<'stockie' | 'pgbench', PgbenchResult>(bench, {
      stockie: () => measureLoad(bench, sides.stockie.server, sides.stockie.plan),
      pgbench: () => runPgbench(bench, { pgbench, url, statement }),
    })
    const rates = (side: 'stockie' | 'pgbench') => measured[side].map(({ perSecond }) => perSecond)
    return {
      rounds: ratios(rates('stockie'), rates('pgbench')),
      noisy: isUnsteady(rates('pgbench')),
      shown: describeSaleRates(measured),
    }
  },
}
