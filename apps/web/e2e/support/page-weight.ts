import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

/** Counts the page's requests from now on, and its script in bytes by gzip -9, independent of the server. */
export function weighPage(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))

  /** Measures the requests up to `time`, in milliseconds since 1970. */
  async function until(time: number) {
    const weight = { requests: [] as string[], script: 0 }
    const icons = await iconUrls(page)
    for (const request of requests) {
      if (isIconRequest(request, icons)) continue
      const response = await request.response()
      if (!response || request.timing().startTime > time) continue
      weight.requests.push(new URL(request.url()).pathname)
      if (request.resourceType() === 'script') {
        weight.script += gzipSync(await response.body(), { level: 9 }).length
      }
    }
    return weight
  }
  function scripts() {
    return requests.filter((request) => request.resourceType() === 'script')
  }
  return { until, scripts }
}

function iconUrls(page: Page) {
  return page
    .locator('link[rel~="icon"]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')))
}

/**
 * Whether the browser itself requests the icon of its tab. Chrome and full Chromium do, the headless shell
 * does not. That request has the type "other"; an image that the page requests has the type "image".
 */
function isIconRequest(request: Request, icons: readonly string[]) {
  return request.resourceType() === 'other' && icons.includes(request.url())
}

/** A cell of a record. The row of a message like "Loading..." has one cell that spans all columns. */
const recordCell = 'tbody td:not([colspan])'

/** Returns a function that waits for a list's first row and returns its time, in milliseconds since 1970. */
export async function timeFirstRow(page: Page) {
  await page.addInitScript((selector) => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      performance.mark('first row')
    }).observe(document, { childList: true, subtree: true })
  }, recordCell)
  return async () => {
    await page.locator(recordCell).first().waitFor()
    return page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first row')
      return performance.timeOrigin + (mark?.startTime ?? Number.NaN)
    })
  }
}
