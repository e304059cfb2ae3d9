import { startStockie } from '@stockie/stage/start-stockie'
import type { Bench } from '#src/bench'
import type { Size } from '#src/sizes'
import { touchSale } from './touch-sale'

/** Stockie over the large shop, and the same over a tenth of it. */
export async function startBothSizes(bench: Bench) {
  return { large: await start(bench, '1m'), small: await start(bench, '100k') }
}

async function start(bench: Bench, size: Size) {
  const database = await bench.database(size)
  const stockie = await startStockie(bench, database.url)
  return { server: stockie, headers: stockie.headers, write: touchSale(database) }
}
