import type { Page } from '@playwright/test'
import type { Bench, Measure } from '#src/bench'
import { buildAnchor, serveAnchorWithRows } from './anchor-pages'
import { compareWithNextPage } from './list-timing'
import { firstRow, timeToRows } from './product-list'
import { openWebShop, visit, type WebShop } from './web-shop'

/** Measures the table library's own models with the same rows, as a team would otherwise use them. */
async function describeTanstackTimes(bench: Bench, { stockie, browser }: WebShop): Promise<string> {
  const built = await buildAnchor(bench, 'tanstack')
  const { origin } = await serveAnchorWithRows(bench, stockie, 'tanstack', built)
  bench.progress('the same rows in plain TanStack models')
  return visit(browser, { url: `${origin}/` }, async (page, open) => {
    await open()
    await firstRow(page)
    await page.waitForTimeout(1_000)
    const times = {
      'next page': await click(page, 'Go to next page'),
      'first sort': await click(page, 'Product Name'),
      'second sort': await click(page, 'Product Name'),
    }
    const figures = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(0)} ms`)
    return `plain TanStack models: ${figures.join(', ')}`
  })
}

function click(page: Page, name: string): Promise<number> {
  return timeToRows(page, 'click', () => page.getByRole('button', { name }).click())
}

/** W6: sorts by the text column, which takes longest. */
export const listFirstSort: Measure = {
  row: {
    id: 'W6',
    name: 'first sort at 100,000 rows, five seconds after they came',
    anchor: 'next-page click, same page',
    goal: { atMost: 2 },
    moonshot: { atMost: 2 },
  },
  async run(bench) {
    const shop = await openWebShop(bench, 'products-100k')
    const outcome = await compareWithNextPage(bench, shop, async (list) => [
      await list.sort('Product Name', 'Desc'),
    ])
    return { ...outcome, shown: [...outcome.shown, await describeTanstackTimes(bench, shop)] }
  },
}
