import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { Bench, Measure } from '#src/bench'
import { measureLoad } from '#src/load/load'
import { rateOutcome } from '#src/load/load-comparison'
import { inRounds } from '#src/rounds'
import { median } from '#src/scoring'
import { startSaleServers } from './sale-servers'

const program = path.join(import.meta.dirname, 'slow-proxy.mjs')

/** The database's address at the far end of a slow line. */
async function openSlowProxy(bench: Pick<Bench, 'onEnd'>, url: string): Promise<string> {
  const child = fork(program, [url])
  bench.onEnd(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const far = new URL(url)
  far.port = String(port)
  return far.href
}

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
    const addressOf = async ({ url }: ShopDatabase) => (away = await openSlowProxy(bench, url))
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
