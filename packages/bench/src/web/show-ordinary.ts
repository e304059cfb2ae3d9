import type { Page } from '@playwright/test'
import type { Bench } from '#src/bench'
import { buildAnchor } from './build-anchor'
import { firstRow } from './first-row'
import type { WebShop } from './open-web-shop'
import { serveRows } from './serve-rows'
import { timeToRows } from './time-to-rows'
import { visit } from './visit'

/** What the table library's own models take for the same rows: what a team would otherwise have. */
export async function showOrdinary(bench: Bench, { stockie, browser }: WebShop): Promise<string> {
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
