import type { Browser } from '@playwright/test'
import type { Measure } from '#src/row'
import { comparePages } from './compare-pages'
import { openWebShop } from './open-web-shop'
import { serveAnchor } from './serve-anchor'
import { slowDown } from './slow-down'
import { visit } from './visit'

/** W2: when somebody sees the first page, far away and on a slow machine. */
export const loginPaint: Measure = {
  row: {
    id: 'W2',
    name: 'LCP of login, CPU 4 x slower, slow 4G',
    anchor: 'the static HTML login',
    goal: { atMost: 1.2 },
    moonshot: { atMost: 1 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const anchor = await serveAnchor(bench, 'login')
    return comparePages(bench, browser, {
      stockie: `${stockie.origin}/auth/login`,
      anchor: `${anchor.origin}/`,
      look: largestPaint,
    })
  },
}

function largestPaint(browser: Browser, url: string) {
  return visit(browser, { url }, async (page, open) => {
    await slowDown(page, { processor: 4, network: 'slow 4G' })
    await open()
    await page.waitForLoadState('networkidle')
    // What is larger may still come.
    await page.waitForTimeout(500)
    return page.evaluate(() => bench.loading.paint)
  })
}
