import type { Browser, Page } from '@playwright/test'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { serveAnchor, serveAnchorInlined } from './anchor-pages'
import { openWebShop, visit } from './web-shop'

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Emulates a cheap mobile phone: a CPU four times slower, and slow 4G. */
async function emulateSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
}

const visits = 3

/** W2: when the first page is visible on a slow device with a slow network. */
export const loginPaint: Measure = {
  row: {
    id: 'W2',
    name: 'LCP of login, CPU 4 x slower, slow 4G',
    anchor: 'the static HTML login, its styles inlined',
    goal: { atMost: 1.2 },
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
    await emulateSlowPhone(page)
    await open()
    await page.waitForLoadState('networkidle')
    // A larger paint may still follow.
    await page.waitForTimeout(500)
    return page.evaluate(() => bench.loading.paint)
  })
}
