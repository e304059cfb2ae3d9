import type { Page } from '@playwright/test'

/** Reads all lists on the screen again, as when the user comes back to the tab. */
export function refetch(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
