import type { Browser } from '@playwright/test'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { serveAnchor, serveAnchorInlined } from './anchor-pages'
import { emulateSlowPhone } from './slow-devices'
import { openWebShop, visit } from './web-shop'

const slowdown = 4
const visits = 3

/** W2: when the first page is visible on a slow device with a slow network. */
export const loginPaint: Measure = {
  row: {
    id: 'W2',
    name: `LCP of login, CPU ${slowdown} x slower, slow 4G`,
    anchor: 'the static HTML login, its styles inlined',
    goal: { atMost: 1 },
    moonshot: { atMost: 1 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const anchor = await serveAnchorInlined(bench, 'login')
    const linked = await serveAnchor(bench, 'login')
    const found = await inRounds(bench, {
      stockie: () => measureMedianPaint(browser, `${stockie.origin}/auth/login`),
      anchor: () => measureMedianPaint(browser, `${anchor.origin}/`),
      'anchor that links its styles': () => measureMedianPaint(browser, `${linked.origin}/`),
    })
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: Object.entries(found).map(([side, times]) => `${side} ${median(times).toFixed(0)} ms`),
    }
  },
}

/** Returns the median of a round's visits. */
async function measureMedianPaint(browser: Browser, url: string): Promise<number> {
  const times: number[] = []
  for (let visited = 0; visited < visits; visited += 1) times.push(await measurePaint(browser, url))
  return median(times)
}

function measurePaint(browser: Browser, url: string): Promise<number> {
  return visit(browser, { url }, async (page, open) => {
    await emulateSlowPhone(page, slowdown)
    await open()
    await page.waitForLoadState('networkidle')
    // A larger paint may still follow.
    await page.waitForTimeout(500)
    return page.evaluate(() => bench.loading.paint)
  })
}
