import type { Bench, Measure } from '#src/bench'
import type { LoadMeasurement } from '#src/load/load'
import { compareLoads, compareRates, describeRates } from '#src/load/load-comparison'
import { measureOncePerRun } from '#src/rounds'
import { median, ratios } from '#src/scoring'
import { inRange, createMonthRequests, paths } from './report-paths'
import { startReaders } from './shop-servers'
import { touchReports } from './small-writes'

const bareAnchor = 'node:http + pg, same SQL'
const measureOnce = measureOncePerRun(measureSummaries)

/**
 * A1 and A2: a small answer, so that the code around the SQL costs most. Both sides are asked for another
 * month each time, beside writes, so that a cache does not help.
 */
export const profitSummary: Measure[] = [
  {
    row: {
      id: 'A1',
      name: 'GET profit summary, each time another month, beside writes, req/s',
      anchor: bareAnchor,
      goal: { atLeast: 0.8 },
      moonshot: { atLeast: 0.9 },
    },
    async run(bench) {
      const { written, unwritten } = await measureOnce(bench)
      const outcome = compareRates(written)
      const unchanged = describeRates(unwritten).map(
        (text) => `the same month without writes: ${text}`,
      )
      return { ...outcome, shown: [...outcome.shown, ...unchanged] }
    },
  },
  {
    row: {
      id: 'A2',
      name: 'the same, CPU in Node per request',
      anchor: bareAnchor,
      goal: { atMost: 1.3 },
      moonshot: { atMost: 1.3 },
    },
    async run(bench) {
      const { written, unwritten } = await measureOnce(bench)
      const times = ratios(cpu(unwritten.stockie), cpu(unwritten.anchor))
      return {
        rounds: ratios(cpu(written.stockie), cpu(written.anchor)),
        shown: [`the same month without writes: x ${median(times).toFixed(2)}`],
      }
    },
  },
]

async function measureSummaries(bench: Bench) {
  const { database, stockie, anchor, ordinary } = await startReaders(bench, '100k')
  const { headers } = stockie
  const anchorRequests = createMonthRequests()
  const written = await compareLoads(
    bench,
    {
      stockie: { server: stockie, requests: createMonthRequests(headers) },
      anchor: { server: anchor, requests: anchorRequests },
      ordinary: { server: ordinary, requests: anchorRequests },
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

function cpu(rounds: LoadMeasurement[]): number[] {
  return rounds.map((round) => round.cpu.node)
}
