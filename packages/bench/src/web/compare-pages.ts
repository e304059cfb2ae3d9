import type { Browser } from '@playwright/test'
import type { Bench } from '#src/bench'
import { inRounds } from '#src/in-rounds'
import { isUnsteady } from '#src/is-unsteady'
import { median } from '#src/median'
import { ratios } from '#src/ratios'
import type { Outcome } from '#src/row'

type Pages = {
  stockie: string
  anchor: string
  /** What one visit comes to, in milliseconds. */
  look: (browser: Browser, url: string) => Promise<number>
}

/** Each page is visited several times a round, of which the middle one counts. */
export async function comparePages(
  bench: Bench,
  browser: Browser,
  { stockie, anchor, look }: Pages,
): Promise<Outcome> {
  const visits = bench.quick ? 1 : 3
  const several = async (url: string) => {
    const found: number[] = []
    for (let done = 0; done < visits; done += 1) found.push(await look(browser, url))
    return median(found)
  }
  const found = await inRounds(bench, {
    stockie: () => several(stockie),
    anchor: () => several(anchor),
  })
  return {
    rounds: ratios(found.stockie, found.anchor),
    noisy: isUnsteady(found.anchor),
    shown: Object.entries(found).map(([side, times]) => `${side} ${median(times).toFixed(0)} ms`),
  }
}
