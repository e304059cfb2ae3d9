import { apiRoot } from '@stockie/contracts'
import { startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import { assertSameAnswers, readJson } from '#src/answers'
import { anchorFile, type Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { describeLatencies, measureReadLatency } from './cost-of-reads'
import { touchSale } from './small-writes'

const history = `${apiRoot}/customers/1/history`
const path = `${history}?pageSize=50`

/** H1: the customer for walk-ins has nearly all sales, so a page that is not read by index takes seconds. */
export const customerHistory: Measure = {
  row: {
    id: 'H1',
    name: 'first page of the history of a customer with 900,000 of 1,000,000 sales, latency',
    anchor: 'node:http + pg, same SQL',
    goal: { atMost: 2.5 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const database = await bench.database('1m')
    bench.progress('giving nine of ten sales to one customer')
    await giveSales(database)
    const stockie = await startStockie(bench, database.url)
    const bare = await startServer(bench, {
      name: 'node:http + pg',
      file: anchorFile('reads/bare.mjs'),
      env: { DATABASE_URL: database.url },
    })
    const { headers } = stockie
    const request = { path, headers }
    assertSameAnswers(path, await readJson(stockie, request), await readJson(bare, request))

    const plan = { path, headers, times: bench.quick ? 30 : 100, write: touchSale(database) }
    bench.progress('warming up')
    for (const server of [stockie, bare]) await measureReadLatency(bench, { server, ...plan })
    const measured = await inRounds(bench, {
      stockie: () => measureReadLatency(bench, { server: stockie, ...plan }),
      anchor: () => measureReadLatency(bench, { server: bare, ...plan }),
    })
    const summary = await measureReadLatency(bench, {
      server: stockie,
      ...plan,
      path: `${history}/summary`,
      times: 5,
    })
    return {
      rounds: ratios(measured.stockie, measured.anchor),
      noisy: isUnsteady(measured.anchor),
      shown: [
        describeLatencies({ Stockie: measured.stockie, anchor: measured.anchor }),
        `the summary of the same customer: ${summary.toFixed(0)} ms`,
      ],
    }
  },
}

/** Without the triggers: who bought changes no total of the shop. */
async function giveSales({ query }: ShopDatabase): Promise<void> {
  await query('set session_replication_role = replica')
  await query('update sales set customer_id = 1 where id % 10 <> 0')
  await query('set session_replication_role = default')
  await query('vacuum (analyze) sales')
}
