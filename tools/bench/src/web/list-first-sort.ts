import type { Page } from '@playwright/test'
import type { Bench, Measure } from '#src/bench'
import { buildAnchor, serveRows } from './anchor-pages'
import { listOutcome } from './list-timing'
import { firstRow, timeToRows } from './product-list'
import { openWebShop, visit, type WebShop } from './web-shop'

/** What the table library's own models take for the same rows: what a team would otherwise have. */
async function showOrdinary(bench: Bench, { stockie, browser }: WebShop): Promise<string> {
  const built = await buildAnchor(bench, 'tanstack')
  const { origin } = await serveRows(bench, stockie, 'tanstack', built)
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
    const told = Object.entries(times).map(([what, time]) => `${what} ${time.toFixed(0)} ms`)
    return `plain TanStack models: ${told.join(', ')}`
  })
}

function click(page: Page, name: string): Promise<number> {
  return timeToRows(page, 'click', () => page.getByRole('button', { name }).click())
}

/** W6: by the column of text, which takes longest. */
export const firstSort: Measure = {
  row: {
    id: 'W6',
    name: 'first sort at 100,000 rows, five seconds after they came',
    anchor: 'next-page click, same page',
    goal: { atMost: 8 },
    moonshot: { atMost: 2 },
  },
  async run(bench) {
    const shop = await openWebShop(bench, 'products-100k')
    const outcome = await listOutcome(bench, shop, async (list) => [
      await list.sort('Product Name', 'Desc'),
    ])
    return { ...outcome, shown: [...outcome.shown, await showOrdinary(bench, shop)] }
  },
}
