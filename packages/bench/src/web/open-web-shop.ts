import type { Browser } from '@playwright/test'
import { startStockie, type Stockie } from '@stockie/stage/start-stockie'
import type { Bench } from '#src/bench'
import type { Size } from '#src/sizes'
import { openBrowser } from './open-browser'

export type WebShop = { stockie: Stockie; browser: Browser }

/** A Stockie that serves the built web app, and a browser. */
export async function openWebShop(bench: Bench, size: Size): Promise<WebShop> {
  const { url } = await bench.database(size)
  const [stockie, browser] = [await startStockie(bench, url), await openBrowser(bench)]
  return { stockie, browser }
}
