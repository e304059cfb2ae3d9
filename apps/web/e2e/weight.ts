import { gzipSync } from 'node:zlib'

import type { Page, Request } from '@playwright/test'

/** What a page asks for from now on, and what of it is script: bytes by gzip -9, whatever the server sends. */
export function watchWeight(page: Page) {
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
