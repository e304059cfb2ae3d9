import type { Page } from '@playwright/test'

/** When the first row of a list could be seen, by the clock on the wall, in milliseconds. */
export async function firstRow(page: Page): Promise<number> {
  const moment = await page.waitForFunction(() => bench.loading.firstRow)
  return moment.jsonValue()
}
