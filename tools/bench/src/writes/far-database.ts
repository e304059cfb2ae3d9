import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import type { Bench, Measure } from '#src/bench'
import { measureLoad } from '#src/load/load'
import { compareRates } from '#src/load/load-comparison'
import { inRounds } from '#src/rounds'
import { median } from '#src/scoring'
import { startSaleServers } from './sale-servers'

const program = path.join(import.meta.dirname, 'slow-proxy.mjs')

/** Starts a proxy with a delay, and returns the URL of the database through it. */
async function openSlowProxy(bench: Pick<Bench, 'onEnd'>, url: string): Promise<string> {
  const child = fork(program, [url])
  bench.onEnd(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const proxied = new URL(url)
  proxied.port = String(port)
  return proxied.href
}

/** B4: all sales contend for the same few products, and the database is 2 ms away. */
export const farDatabase: Measure = {
  row: {
    id: 'B4',
    name: 'sales of 10 hot products in any order, the database 2 ms away, req/s',
    anchor: 'Express + pg there, one statement',
    goal: { atLeast: 0.8 },
    moonshot: { atLeast: 0.95 },
  },
  async run(bench) {
    let slowUrl = ''
    const getUrl = async ({ url }: ShopDatabase) => (slowUrl = await openSlowProxy(bench, url))
    const { sides } = await startSaleServers(bench, {
      anchors: { anchor: { name: 'Express + pg', file: 'writes/record-sale-express.mjs' } },
      sold: { products: 10, customers: 5_000 },
      getUrl,
    })
    const roundTrip = await measureRoundTrip(slowUrl)
    const measured = await inRounds(bench, {
      stockie: () => measureLoad(bench, sides.stockie.server, sides.stockie.plan),
      anchor: () => measureLoad(bench, sides.anchor.server, sides.anchor.plan),
    })
    const outcome = compareRates(measured)
    const shown = [...outcome.shown, `a round trip takes ${roundTrip.toFixed(1)} ms`]
    return { ...outcome, shown }
  },
}

/** Measures the real delay of the proxy, because timers may fire a little late. */
async function measureRoundTrip(url: string): Promise<number> {
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
