import type { Browser } from '@playwright/test'
import type { Measure } from '#src/row'
import { buildAnchor } from './build-anchor'
import { comparePages } from './compare-pages'
import { openWebShop } from './open-web-shop'
import { serveAnchor } from './serve-anchor'
import { slowDown } from './slow-down'
import { visit } from './visit'

/** W3: how long the first page does not hear anybody, beyond the 50 ms of a task that nobody notices. */
export const loginBlocking: Measure = {
  row: {
    id: 'W3',
    name: 'blocking time from navigation, login, CPU 4 x slower',
    anchor: 'the empty React page',
    goal: { atMost: 3 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const anchor = await serveAnchor(bench, 'react', await buildAnchor(bench, 'react'))
    return comparePages(bench, browser, {
      stockie: `${stockie.origin}/auth/login`,
      anchor: `${anchor.origin}/`,
      look: blockingTime,
    })
  },
}

function blockingTime(browser: Browser, url: string) {
  return visit(browser, { url }, async (page, open) => {
    await slowDown(page, { processor: 4 })
    await open()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    return page.evaluate(() => bench.loading.blocked)
  })
}
