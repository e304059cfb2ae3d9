import { apiRoot } from '@stockie/contracts'
import { startServer } from '@stockie/testkit/server-process'
import { startStockie } from '@stockie/testkit/stockie-server'
import { readJson } from '#src/answers'
import { anchorFile, type Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { describeLatencies, measureReadLatency } from './cost-of-reads'
import { touchProduct } from './small-writes'

const path = `${apiRoot}/reports/reorder`

type Sold = { productId: number; sold: number }

/** H2: the pace of each product comes from the lines of the sales of 30 days, so they are the least to read. */
export const reorderList: Measure = {
  row: {
    id: 'H2',
    name: 'what to reorder among 10,000 products with 1,000,000 sales, latency',
    anchor: 'node:http + pg, only the units sold in 30 days',
    goal: { atMost: 2.5 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const database = await bench.database('1m')
    const stockie = await startStockie(bench, database.url)
    const bare = await startServer(bench, {
      name: 'node:http + pg',
      file: anchorFile('reads/bare.mjs'),
      env: { DATABASE_URL: database.url },
    })
    const [clock] = await database.query<{ today: string }>('select current_date::text as today')
    const barePath = `${path}?today=${clock?.today}`
    const { headers } = stockie
    const rows = (await readJson(stockie, { path, headers })) as Sold[]
    assertSameUnits(rows, (await readJson(bare, { path: barePath, headers })) as Sold[])

    const plan = { headers, times: bench.quick ? 5 : 20, write: touchProduct(database) }
    const measure = {
      stockie: () => measureReadLatency(bench, { server: stockie, path, ...plan }),
      anchor: () => measureReadLatency(bench, { server: bare, path: barePath, ...plan }),
    }
    bench.progress('warming up')
    await measure.stockie()
    await measure.anchor()
    const measured = await inRounds(bench, measure)
    return {
      rounds: ratios(measured.stockie, measured.anchor),
      noisy: isUnsteady(measured.anchor),
      shown: [
        describeLatencies({ Stockie: measured.stockie, anchor: measured.anchor }),
        `${rows.length} products to reorder`,
      ],
    }
  },
}

function assertSameUnits(rows: Sold[], all: Sold[]): void {
  const units = new Map(all.map(({ productId, sold }) => [productId, sold]))
  const other = rows.find(({ productId, sold }) => sold !== (units.get(productId) ?? 0))
  if (rows.length === 0 || other) {
    throw new Error(`The units differ: ${JSON.stringify(other ?? 'no rows')}`)
  }
}
