import { inRounds } from '#src/in-rounds'
import { isUnsteady } from '#src/is-unsteady'
import { load } from '#src/load'
import type { LoadResult } from '#src/load/plan'
import { median } from '#src/median'
import { ratios } from '#src/ratios'
import type { Measure } from '#src/row'
import { startStockie } from '#src/start-stockie'
import { inRange, paths } from './paths'

/** A8: whether one big list makes everybody else wait. */
export const profitSummaryBesideProducts: Measure = {
  row: {
    id: 'A8',
    name: 'p99 of the profit summary beside one client that loops GET products',
    anchor: 'the profit summary alone',
    goal: { atMost: 2.5 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    const database = await bench.database('100k')
    bench.onEnd(database.drop)
    const stockie = await startStockie(bench, database.url)
    const { headers } = stockie
    const plan = (path: string, connections: number, seconds = bench.seconds) =>
      load(bench, stockie, { connections, seconds, requests: [{ path, headers }] })
    const summaries = () => plan(inRange(paths.profit, 'month'), 10)
    const products = () => plan(paths.products, 1)
    bench.progress('warming up')
    await summaries()
    await products()
    const measured = await inRounds(bench, {
      stockie: async () => (await Promise.all([summaries(), products()]))[0],
      anchor: summaries,
    })
    const p99 = (rounds: LoadResult[]) => rounds.map(({ latency }) => latency.p99)
    const anchor = p99(measured.anchor)
    const beside = p99(measured.stockie)
    return {
      rounds: ratios(beside, anchor),
      noisy: isUnsteady(anchor),
      shown: [
        `p99 ${median(beside).toFixed(1)} ms beside it, ${median(anchor).toFixed(1)} ms alone`,
      ],
    }
  },
}
