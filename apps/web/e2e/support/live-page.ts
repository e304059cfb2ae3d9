import type { Page } from '@playwright/test'
import { refetch } from './refetch'

/** Lets the page ask for changes at once. A poll that is under way does not count. */
export async function pollNow(page: Page) {
  // The pointer on a list, or the focus in it, may hold back what moves its rows.
  await page.mouse.move(0, 0)
  const asked = page.waitForRequest('**/api/v1/changes')
  await refetch(page)
  await (await asked).response()
}
