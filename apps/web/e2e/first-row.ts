import type { Page } from '@playwright/test'

/** When the first row of a list came into the page, in milliseconds of the clock on the wall. */
export async function watchFirstRow(page: Page) {
  await page.addInitScript(() => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector('tbody tr td')) return
      observer.disconnect()
      performance.mark('first row')
    }).observe(document, { childList: true, subtree: true })
  })
  return async () => {
    await page.locator('tbody tr td').first().waitFor()
    return page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first row')
      return performance.timeOrigin + (mark?.startTime ?? Number.NaN)
    })
  }
}
