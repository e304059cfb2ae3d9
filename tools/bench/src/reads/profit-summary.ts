import type { Bench, Measure } from '#src/bench'
import type { Measured } from '#src/load/load'
import { compareLoads, rateOutcome, showRates } from '#src/load/load-comparison'
import { measureOncePerRun } from '#src/rounds'
import { median, ratios } from '#src/scoring'
import { inRange, monthsInTurn, paths } from './report-paths'
import { startReaders } from './shop-servers'
import { touchReports } from './small-writes'

const bare = 'node:http + pg, same SQL'
const measureOnce = measureOncePerRun(measureSummaries)

/**
 * A1 and A2: a small answer, where what is around the SQL weighs most. Both sides are asked for another month
 * each time, beside writes, where nothing that is kept would help.
 */
export const profitSummary: Measure[] = [
  {
    row: {
      id: 'A1',
      name: 'GET profit summary, each time another month, beside writes, req/s',
      anchor: bare,
      goal: { atLeast: 0.65 },
      moonshot: { atLeast: 0.9 },
    },
    async run(bench) {
      const { written, unwritten } = await measureOnce(bench)
      const outcome = rateOutcome(written)
      const beside = showRates(unwritten).map((text) => `the same month, unwritten: ${text}`)
      return { ...outcome, shown: [...outcome.shown, ...beside] }
    },
  },
  {
    row: {
      id: 'A2',
      name: 'the same, CPU in Node per request',
      anchor: bare,
      goal: { atMost: 3.5 },
      moonshot: { atMost: 1.3 },
    },
    async run(bench) {
      const { written, unwritten } = await measureOnce(bench)
      const times = ratios(cpu(unwritten.stockie), cpu(unwritten.anchor))
      return {
        rounds: ratios(cpu(written.stockie), cpu(written.anchor)),
        shown: [`the same month, unwritten: x ${median(times).toFixed(2)}`],
      }
    },
  },
]

async function measureSummaries(bench: Bench) {
  const { database, stockie, anchor, ordinary } = await startReaders(bench, '100k')
  const { headers } = stockie
  const others = monthsInTurn()
  const written = await compareLoads(
    bench,
    {
      stockie: { server: stockie, requests: monthsInTurn(headers) },
      anchor: { server: anchor, requests: others },
      ordinary: { server: ordinary, requests: others },
    },
    { write: touchReports(database) },
  )
  const path = inRange(paths.profit, 'month')
  const unwritten = await compareLoads(bench, {
    stockie: { server: stockie, requests: [{ path, headers }] },
    anchor: { server: anchor, requests: [{ path }] },
  })
  return { written, unwritten }
}

function cpu(rounds: Measured[]): number[] {
  return rounds.map((round) => round.cpu.node)
}
