import { startStockie } from '@stockie/stage/start-stockie'
import type { Bench } from '#src/bench'
import type { LoadRequest } from '#src/load/plan'
import { readJson } from '#src/read-json'
import { openCountingProxy } from './open-counting-proxy'

const name = 'record sale'

/** The very statement that Stockie records a sale by: then only what is around it can differ. */
export async function overhearSale(bench: Bench, sale: LoadRequest): Promise<string> {
  const database = await bench.database('e2e')
  const proxy = await openCountingProxy(database.url)
  bench.onEnd(proxy.close)
  const stockie = await startStockie(bench, proxy.url)
  await readJson(stockie, { ...sale, headers: { ...sale.headers, ...stockie.headers } })
  await stockie.stop()
  const text = proxy.textOf(name)
  if (text === undefined) throw new Error(`Stockie has prepared no statement "${name}".`)
  return text
}
