import type { Database } from '@stockie/stage/database'
import pg from 'pg'
import { inRounds } from '#src/in-rounds'
import { measureLoad } from '#src/measure-load'
import { median } from '#src/median'
import { rateOutcome } from '#src/rate-outcome'
import type { Measure } from '#src/row'
import { openSlowProxy } from './open-slow-proxy'
import { startSaleServers } from './start-sale-servers'

/** B4: everybody sells the same few products, in any order, and the database is 2 ms away. */
export const farDatabase: Measure = {
  row: {
    id: 'B4',
    name: 'sales of 10 hot products in any order, the database 2 ms away, req/s',
    anchor: 'Express + pg there, one statement',
    goal: { atLeast: 0.8 },
    moonshot: { atLeast: 0.95 },
  },
  async run(bench) {
    let away = ''
    const addressOf = async ({ url }: Database) => (away = await openSlowProxy(bench, url))
    const { sides } = await startSaleServers(bench, {
      anchors: { anchor: { name: 'Express + pg', file: 'writes/record-sale-express.mjs' } },
      sold: { products: 10, customers: 5_000 },
      addressOf,
    })
    const distance = await measureDistance(away)
    const measured = await inRounds(bench, {
      stockie: () => measureLoad(bench, sides.stockie.server, sides.stockie.plan),
      anchor: () => measureLoad(bench, sides.anchor.server, sides.anchor.plan),
    })
    const outcome = rateOutcome(measured)
    const shown = [...outcome.shown, `there and back takes ${distance.toFixed(1)} ms`]
    return { ...outcome, shown }
  },
}

/** The proxy's own: a computer's clock may wait a little longer than it is told to. */
async function measureDistance(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let index = 0; index < 50; index += 1) {
    const began = performance.now()
    await client.query('select 1')
    times.push(performance.now() - began)
  }
  await client.end()
  return median(times)
}
