import type { Bench } from '#src/bench'
import type { Size } from '#src/sizes'
import { startStockie } from '#src/start-stockie'
import { openBrowser } from './open-browser'

/** A Stockie that serves the built web app, and a browser. */
export async function openWebShop(bench: Bench, size: Size) {
  const { url } = await bench.database(size)
  const [stockie, browser] = [await startStockie(bench, url), await openBrowser(bench)]
  return { stockie, browser }
}
