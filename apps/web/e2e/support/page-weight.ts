import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

/** What a page asks for from now on, and what of it is script: bytes by gzip -9, whatever the server sends. */
export function weighPage(page: Page) {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))

  async function until(moment: number) {
    const weighed = { requests: [] as string[], script: 0 }
    for (const request of asked) {
      const response = await request.response()
      if (!response || request.timing().startTime > moment) continue
      weighed.requests.push(new URL(request.url()).pathname)
      if (request.resourceType() === 'script') {
        weighed.script += gzipSync(await response.body(), { level: 9 }).length
      }
    }
    return weighed
  }
  function scripts() {
    return asked.filter((request) => request.resourceType() === 'script')
  }
  return { until, scripts }
}

/** A message like "Loading..." stands in a row too, in one cell that spans all columns. */
const cell = 'tbody td:not([colspan])'

/** When the first row of a list came into the page, in milliseconds of the clock on the wall. */
export async function timeFirstRow(page: Page) {
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
