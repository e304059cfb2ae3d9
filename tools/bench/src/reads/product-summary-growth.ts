import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { measureReadLatency, describeLatencies } from './cost-of-reads'
import { inRange, paths, type Range } from './report-paths'
import { startBothSizes } from './shop-servers'

const ranges = ['month', 'year', '24 months'] as const satisfies Range[]

/** A4: the growth with ten times the sales, of the range that grows most. */
export const productSummaryGrowth: Measure = {
  row: {
    id: 'A4-growth',
    name: 'product summary at 1,000,000 sales, latency; the worst of month, year, 24 months',
    anchor: 'itself at 100,000',
    goal: { atMost: 2.5 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const { large, small } = await startBothSizes(bench)
    const times = bench.quick ? 8 : 20
    const read = async (side: typeof large) => {
      const latencies: number[] = []
      for (const range of ranges) {
        const path = inRange(paths.productSummary, range)
        latencies.push(await measureReadLatency(bench, { ...side, path, times }))
      }
      return latencies
    }
    bench.progress('warming up')
    await read(large)
    await read(small)
    const { stockie, anchor } = await inRounds(bench, {
      stockie: () => read(large),
      anchor: () => read(small),
    })
    const latenciesOf = (rounds: number[][], index: number) =>
      rounds.map((latencies) => latencies[index] ?? Number.NaN)
    return {
      rounds: stockie.map((latencies, round) =>
        Math.max(...ratios(latencies, anchor[round] ?? [])),
      ),
      noisy: ranges.some((_, index) => isUnsteady(latenciesOf(anchor, index))),
      shown: ranges.map((range, index) => {
        const latencies = {
          'at 1,000,000': latenciesOf(stockie, index),
          'at 100,000': latenciesOf(anchor, index),
        }
        return `${range}: ${describeLatencies(latencies)}`
      }),
    }
  },
}
