import type { Bench } from '#src/bench'
import type { LoadRequest } from '#src/load/plan'
import { readJson } from '#src/read-json'
import { startStockie } from '#src/start-stockie'
import { openLine } from './open-line'

const name = 'record sale'

/** The very statement that Stockie records a sale by: then only what is around it can differ. */
export async function overhearSale(bench: Bench, sale: LoadRequest): Promise<string> {
  const database = await bench.database('e2e')
  const line = await openLine(database.url)
  bench.onEnd(line.close)
  const stockie = await startStockie(bench, line.url)
  await readJson(stockie, { ...sale, headers: { ...sale.headers, ...stockie.headers } })
  await stockie.stop()
  const text = line.textOf(name)
  if (text === undefined) throw new Error(`Stockie has prepared no statement "${name}".`)
  return text
}
