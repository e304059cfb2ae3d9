import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import type { Measure } from '#src/bench'
import { runLoad } from '#src/load/load'
import type { LoadResult } from '#src/load/load-request'
import { besideWrites, inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { createMonthRequests, paths } from './report-paths'
import { touchExpense, touchReports } from './small-writes'

/** A8: whether one big list delays all other requests, both unchanged and changing. */
export const profitSummaryBesideProducts = [
  createMeasure({
    id: 'A8-unchanged',
    list: 'GET products, unchanged',
    touch: touchExpense,
    goal: 2.5,
  }),
  createMeasure({
    id: 'A8-written',
    list: 'GET products, one of which changes 20 times a second',
    touch: touchReports,
    goal: 1.5,
  }),
]

type List = {
  id: string
  list: string
  touch: (database: ShopDatabase) => () => Promise<unknown>
  goal: number
}

function createMeasure({ id, list, touch, goal }: List): Measure {
  return {
    row: {
      id,
      name: `p99 of A1, writes too, beside one client that loops ${list}`,
      anchor: 'A1 alone',
      goal: { atMost: goal },
      moonshot: { atMost: 1.2 },
    },
    async run(bench) {
      const database = await bench.database('100k')
      const stockie = await startStockie(bench, database.url)
      const { headers } = stockie
      const { seconds } = bench
      const months = createMonthRequests(headers)
      const summaries = () =>
        runLoad(bench, stockie, { connections: 10, seconds, requests: months })
      const productRequests = [{ path: paths.products, headers }]
      const products = () =>
        runLoad(bench, stockie, { connections: 1, seconds, requests: productRequests })
      const write = touch(database)
      bench.progress('warming up')
      await summaries()
      await products()
      const listRates: number[] = []
      const measured = await inRounds(bench, {
        stockie: () =>
          besideWrites(write, async () => {
            const [reports, lists] = await Promise.all([summaries(), products()])
            listRates.push(lists.perSecond)
            return reports
          }),
        anchor: () => besideWrites(write, summaries),
      })
      const p99 = (rounds: LoadResult[]) => rounds.map(({ latency }) => latency.p99)
      const anchor = p99(measured.anchor)
      const besideList = p99(measured.stockie)
      return {
        rounds: ratios(besideList, anchor),
        noisy: isUnsteady(anchor),
        shown: [
          `p99 ${median(besideList).toFixed(1)} ms beside the list, ${median(anchor).toFixed(1)} ms alone`,
          `${median(listRates).toFixed(1)} lists/s`,
        ],
      }
    },
  }
}
