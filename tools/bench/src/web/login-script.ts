import type { Browser } from '@playwright/test'
import type { Measure } from '#src/bench'
import { buildAnchor, serveAnchor } from './anchor-pages'
import { recordRequests, scriptSize } from './page-requests'
import { openWebShop, visit } from './web-shop'

/** W1: the script that the first page loads before any input. */
export const loginScript: Measure = {
  row: {
    id: 'W1',
    name: 'script on /auth/login, compressed',
    anchor: 'the empty React page',
    goal: { atMost: 1.5 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    const { stockie, browser } = await openWebShop(bench, 'e2e')
    const empty = await serveAnchor(bench, 'react', await buildAnchor(bench, 'react'))
    const login = await measureScript(browser, `${stockie.origin}/auth/login`)
    const anchor = await measureScript(browser, `${empty.origin}/`)
    return {
      rounds: [login.size / anchor.size],
      shown: [login, anchor].map(({ url, size, files }) => {
        return `${new URL(url).pathname}: ${(size / 1000).toFixed(1)} kB in ${files} files`
      }),
    }
  },
}

function measureScript(browser: Browser, url: string) {
  return visit(browser, { url }, async (page, open) => {
    const requests = await recordRequests(page)
    await open()
    await page.waitForLoadState('networkidle')
    // Includes scripts that load when the page is idle.
    await page.waitForTimeout(2_000)
    const files = requests().filter(({ isScript }) => isScript).length
    return { url, size: await scriptSize(page, requests()), files }
  })
}
