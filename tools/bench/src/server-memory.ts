import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import { startStockie, type Stockie } from '@stockie/testkit/stockie-server'
import { runLoad } from '#src/load/load'
import type { Load } from '#src/load/load-request'
import { inRange, paths } from '#src/reads/report-paths'
import { type SaleOptions, today } from '#src/writes/sale-requests'
import type { Bench, Measure } from './bench'
import { median } from './scoring'

type Requests = Load['requests']

const saleModule = path.resolve(import.meta.dirname, './writes/sale-requests.ts')

/** The requests of a shop's day, including sales. */
function createLoads({ headers }: Pick<Stockie, 'headers'>): Requests[] {
  const reads = [
    inRange(paths.profit, 'month'),
    inRange(paths.productSummary, 'month'),
    inRange(paths.productSummary, '24 months'),
    inRange(paths.sales, 'month'),
    paths.products,
    `${apiRoot}/customers`,
  ]
  const sales: SaleOptions = { headers, day: today, products: 10_000, customers: 5_000 }
  return [
    ...reads.map((read) => [{ path: read, headers }]),
    [{ method: 'POST', path: `${apiRoot}/auth/verify`, headers }],
    { module: saleModule, options: sales },
  ]
}

/** Bytes. At rest, the server has only answered the login. */
type Sizes = { rest: number; afterFirst: number; after: number }

/** M1: the server's memory after a day of work. Each round starts a new server. */
export const serverMemory: Measure = {
  row: {
    id: 'M1',
    name: "the server's memory after a load of every kind, RSS",
    anchor: 'itself at rest, just started',
    goal: { atMost: 1.15 },
    moonshot: { atMost: 1.15 },
  },
  async run(bench) {
    const rounds: Sizes[] = []
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`)
      rounds.push(await measureMemory(bench))
    }
    const medianSize = (figure: keyof Sizes) =>
      `${Math.round(median(rounds.map((round) => round[figure])) / 2 ** 20)} MB`
    return {
      rounds: rounds.map(({ rest, after }) => after / rest),
      shown: [
        `${medianSize('rest')} at rest, ${medianSize('afterFirst')} after one request of each kind, ${medianSize('after')} after the load`,
      ],
    }
  },
}

async function measureMemory(bench: Bench): Promise<Sizes> {
  const database = await bench.database('100k')
  const stockie = await startStockie(bench, database.url)
  const rss = async () => {
    await setTimeout(bench.quick ? 2_000 : 5_000)
    return (await stockie.memory()).rss
  }
  const rest = await rss()
  const loads = createLoads(stockie)
  for (const requests of loads) {
    await runLoad(bench, stockie, { connections: 1, amount: 1, requests })
  }
  const afterFirst = await rss()
  for (const requests of loads) {
    await runLoad(bench, stockie, { connections: 10, seconds: bench.seconds / 2, requests })
  }
  const after = await rss()
  await stockie.stop()
  return { rest, afterFirst, after }
}
