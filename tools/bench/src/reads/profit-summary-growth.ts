import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { measureReadLatency, describeLatencies } from './cost-of-reads'
import { inRange, paths, type Range } from './report-paths'
import { startBothSizes } from './shop-servers'

/** A3: the latency must not grow with ten times the sales. */
export const profitSummaryGrowth: Measure[] = (['month', 'year'] as const).map(createMeasure)

function createMeasure(range: Range): Measure {
  return {
    row: {
      id: `A3-${range}`,
      name: `profit summary of a ${range} at 1,000,000 sales, latency`,
      anchor: 'itself at 100,000',
      goal: { atMost: 1.5 },
      moonshot: { atMost: 1.1 },
    },
    async run(bench) {
      const { large, small } = await startBothSizes(bench)
      const plan = { path: inRange(paths.profit, range), times: bench.quick ? 30 : 100 }
      bench.progress('warming up')
      for (const side of [large, small]) {
        await measureReadLatency(bench, { ...side, ...plan, times: 50 })
      }
      const { stockie, anchor } = await inRounds(bench, {
        stockie: () => measureReadLatency(bench, { ...large, ...plan }),
        anchor: () => measureReadLatency(bench, { ...small, ...plan }),
      })
      return {
        rounds: ratios(stockie, anchor),
        noisy: isUnsteady(anchor),
        shown: [describeLatencies({ 'at 1,000,000': stockie, 'at 100,000': anchor })],
      }
    },
  }
}
