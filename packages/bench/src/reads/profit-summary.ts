import type { Bench } from '#src/bench'
import { compareLoads } from '#src/compare-loads'
import type { Measured } from '#src/measure-load'
import { rateOutcome } from '#src/rate-outcome'
import { ratios } from '#src/ratios'
import type { Measure } from '#src/row'
import { showRates } from '#src/show-rates'
import { inRange, paths } from './paths'
import { startReaders } from './start-readers'

const bare = 'node:http + pg, same SQL'

/** A1 and A2: a small answer, where what is around the SQL weighs most. */
export const profitSummary: Measure[] = [
  {
    row: {
      id: 'A1',
      name: 'GET profit summary, a month, req/s',
      anchor: bare,
      goal: { atLeast: 0.65 },
      moonshot: { atLeast: 0.9 },
    },
    run: async (bench) => rateOutcome(await measureSummary(bench)),
  },
  {
    row: {
      id: 'A2',
      name: 'GET profit summary, a month, CPU in Node per request',
      anchor: bare,
      goal: { atMost: 3.5 },
      moonshot: { atMost: 1.3 },
    },
    async run(bench) {
      const measured = await measureSummary(bench)
      const cpu = (rounds: Measured[]) => rounds.map((round) => round.cpu.node)
      return {
        rounds: ratios(cpu(measured.stockie), cpu(measured.anchor)),
        shown: showRates(measured),
      }
    },
  },
]

async function measureSummary(bench: Bench) {
  const { stockie, anchor, ordinary } = await startReaders(bench, '100k')
  const request = { path: inRange(paths.profit, 'month') }
  return compareLoads(bench, {
    stockie: { server: stockie, request: { ...request, headers: stockie.headers } },
    anchor: { server: anchor, request },
    ordinary: { server: ordinary, request },
  })
}
