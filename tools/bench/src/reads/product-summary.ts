import { startServer } from '@stockie/testkit/server-process'
import { startStockie } from '@stockie/testkit/stockie-server'
import { assertSameAnswers, readJson } from '#src/answers'
import { anchorFile, type Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { measureReadLatency, describeLatencies } from './cost-of-reads'
import { inRange, paths, type Range } from './report-paths'
import { touchSale } from './small-writes'

const bounds = {
  month: { goal: { atMost: 0.15 }, moonshot: { atMost: 0.11 } },
  year: { goal: { atMost: 0.1 }, moonshot: { atMost: 0.05 } },
  '24 months': { goal: { atMost: 0.03 }, moonshot: { atMost: 0.03 } },
}

/** Reads of the plain query per round, which take two or three seconds. */
const plainReads = { month: 20, year: 3, '24 months': 2 }

/** PostgreSQL plans the first five executions of a prepared statement for their own range. */
const customPlans = 5

/** A4: stored totals against reading every line again. */
export const productSummary: Measure[] = (['month', 'year', '24 months'] as const).map(
  createMeasure,
)

function createMeasure(range: Range): Measure {
  return {
    row: {
      id: `A4-${range.replace(' ', '-')}`,
      name: `product summary at 1,000,000 sales, ${range}, whole months, latency`,
      anchor: 'the plain query over lines',
      ...bounds[range],
    },
    async run(bench) {
      const database = await bench.database('1m')
      const stockie = await startStockie(bench, database.url)
      const anchor = await startServer(bench, {
        name: 'node:http + pg',
        file: anchorFile('reads/bare.mjs'),
        env: { DATABASE_URL: database.url },
      })
      const { headers } = stockie
      const path = inRange(paths.productSummary, range)
      assertSameAnswers(
        path,
        await readJson(stockie, { path, headers }),
        await readJson(anchor, { path }),
      )
      const plan = { path, headers, write: touchSale(database) }
      const fast = { ...plan, server: stockie, times: bench.quick ? 8 : 20 }
      const slow = { ...plan, server: anchor, times: bench.quick ? 1 : plainReads[range] }
      bench.progress('warming up')
      await measureReadLatency(bench, fast)
      const measured = await inRounds(bench, {
        stockie: () => measureReadLatency(bench, fast),
        anchor: () => measureReadLatency(bench, slow),
      })
      bench.progress('the same range half a month earlier')
      const shiftedPath = inRange(paths.productSummary, range, 15)
      const shifted = {
        'by Stockie': [await measureReadLatency(bench, { ...fast, path: shiftedPath })],
        'over lines': [await measureReadLatency(bench, { ...slow, path: shiftedPath })],
      }
      bench.progress('the plain query with one plan for all ranges')
      const prepared = { ...slow, path: `${path}&prepared` }
      await measureReadLatency(bench, { ...prepared, times: customPlans })
      const preparedLatency = await measureReadLatency(bench, prepared)
      const preparedRatio = median(measured.stockie) / preparedLatency
      return {
        rounds: ratios(measured.stockie, measured.anchor),
        noisy: isUnsteady(measured.anchor),
        shown: [
          describeLatencies({ 'by Stockie': measured.stockie, 'over lines': measured.anchor }),
          `half a month earlier, so that the range is not whole months: ${describeLatencies(shifted)}`,
          `over lines with one plan for all ranges: ${preparedLatency.toFixed(2)} ms, ratio ${preparedRatio.toFixed(3)}`,
        ],
      }
    },
  }
}
