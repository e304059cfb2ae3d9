import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import type { Measure } from '#src/bench'
import { assertOtherAnswers, readJson } from '#src/answers'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { describeLatencies, measureReadLatency } from './cost-of-reads'
import { inRange, paths, type Range, ranges } from './report-paths'
import { touchSale } from './small-writes'

const lateDeletions = 100

const moments = {
  month: { range: 'month', known: 'at its end', goal: { atMost: 2 }, moonshot: { atMost: 1.2 } },
  year: {
    range: '24 months',
    known: 'a year ago',
    goal: { atMost: 2 },
    moonshot: { atMost: 1.2 },
  },
} as const satisfies Record<string, { range: Range; known: string; goal: object; moonshot: object }>

/** H3: a report as of a moment is the present one, less the entries of the journal since. */
export const reportsAsOf: Measure[] = (['month', 'year'] as const).map(createMeasure)

function createMeasure(moment: keyof typeof moments): Measure {
  const { range, known, goal, moonshot } = moments[moment]
  return {
    row: {
      id: `H3-${moment}`,
      name: `product summary of ${range === 'month' ? 'a month' : range} as known ${known}, 1,000,000 sales, latency`,
      anchor: 'the present one',
      goal,
      moonshot,
    },
    async run(bench) {
      const database = await bench.database('1m')
      const server = await startStockie(bench, database.url)
      const { headers } = server
      if (moment === 'month') {
        const body = JSON.stringify({ ids: await lastSalesOfMonth(database) })
        await readJson(server, { method: 'DELETE', path: `${paths.sales}/bulk`, headers, body })
      }
      const day = moment === 'month' ? ranges().month.endDate : ranges().year.startDate
      const plan = { server, headers, write: touchSale(database), times: bench.quick ? 3 : 10 }
      const read = (path: string) => measureReadLatency(bench, { ...plan, path })
      const path = inRange(paths.productSummary, range)
      const asOf = (address: string) => `${address}&asOf=${day}`
      const answer = (address: string) => readJson(server, { path: address, headers })
      for (const address of [path, inRange(paths.profit, range)]) {
        assertOtherAnswers(address, await answer(asOf(address)), await answer(address))
      }
      bench.progress('warming up')
      await read(path)
      await read(asOf(path))
      const measured = await inRounds(bench, {
        stockie: () => read(asOf(path)),
        anchor: () => read(path),
      })
      const profit = inRange(paths.profit, range)
      const totals = { 'as of then': [await read(asOf(profit))], now: [await read(profit)] }
      return {
        rounds: ratios(measured.stockie, measured.anchor),
        noisy: isUnsteady(measured.anchor),
        shown: [
          describeLatencies({ 'as of then': measured.stockie, now: measured.anchor }),
          `the profit summary: ${describeLatencies(totals)}`,
        ],
      }
    },
  }
}

/** Sales to delete after the month's end. Without such a change, the past would equal the present. */
async function lastSalesOfMonth({ query }: ShopDatabase): Promise<number[]> {
  const sales = await query<{ id: number }>(
    'select id from sales where sale_date = $1 order by id desc limit $2',
    [ranges().month.endDate, lateDeletions],
  )
  return sales.map(({ id }) => id)
}
