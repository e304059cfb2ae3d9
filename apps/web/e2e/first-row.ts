import type { Page } from '@playwright/test'

/** A message like "Loading..." stands in a row too, in one cell that spans all columns. */
const cell = 'tbody td:not([colspan])'

/** When the first row of a list came into the page, in milliseconds of the clock on the wall. */
export async function watchFirstRow(page: Page) {
  await page.addInitScript((ofRow) => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector(ofRow)) return
      observer.disconnect()
      performance.mark('first row')
    }).observe(document, { childList: true, subtree: true })
  }, cell)
  return async () => {
    await page.locator(cell).first().waitFor()
    return page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first row')
      return performance.timeOrigin + (mark?.startTime ?? Number.NaN)
    })
  }
}
