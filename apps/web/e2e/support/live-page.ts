import type { Page } from '@playwright/test'

/** Longer than a page waits between two polls. */
const longestInterval = 13_000

/** Lets a page with an installed clock ask for changes at once. */
export async function pollNow(page: Page) {
  // The pointer on a list, or the focus in it, may hold back what moves its rows.
  await page.mouse.move(0, 0)
  const answered = page.waitForResponse('**/api/v1/changes')
  await page.clock.fastForward(longestInterval)
  await answered
}
