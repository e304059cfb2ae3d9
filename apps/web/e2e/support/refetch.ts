import type { Page } from '@playwright/test'

/** Asks at once for changes on the server, as when the browser is online again. */
export function refetch(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('online')))
}
