import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type RecordedRequest = {
  url: string
  /** Wall clock time in milliseconds. */
  began: number
  isScript: boolean
  isFromCache: boolean
  /** The type of Chrome's DevTools: "Other" if the browser itself sends the request, for example for the icon. */
  type: string
}

/** Records all further requests of a page, of all its documents. */
export async function recordRequests(page: Page): Promise<() => RecordedRequest[]> {
  const session = await page.context().newCDPSession(page)
  const requests = new Map<string, RecordedRequest>()
  const update = (id: string, changes: Partial<RecordedRequest>) => {
    const recorded = requests.get(id)
    if (recorded) requests.set(id, { ...recorded, ...changes })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return
    const began = wallTime * 1000
    requests.set(requestId, { url: request.url, began, isScript: false, isFromCache: false, type })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    update(requestId, { isFromCache: true })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    update(requestId, { isScript: response.mimeType.includes('javascript') })
    if (response.fromDiskCache) update(requestId, { isFromCache: true })
  })
  await session.send('Network.enable')
  return () => [...requests.values()].filter(({ isFromCache }) => !isFromCache)
}

/**
 * Counts the requests, with one for each icon of the page that the server serves. Full Chromium requests the
 * icon and the headless shell does not, so the browser's own request does not count.
 */
export async function countWithIcons(
  page: Page,
  requests: readonly RecordedRequest[],
): Promise<number> {
  const paths = await page
    .locator('link[rel~="icon"][href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const icons = paths.map((path) => new URL(path, page.url()).href)
  const isIconRequest = ({ type, url }: RecordedRequest) => type === 'Other' && icons.includes(url)
  return requests.filter((request) => !isIconRequest(request)).length + icons.length
}

/**
 * Bytes of all scripts with gzip -9, inline ones included, so that the server's own compression does not
 * count.
 */
export async function scriptSize(
  page: Page,
  requests: readonly RecordedRequest[],
): Promise<number> {
  const files = requests.filter(({ isScript }) => isScript)
  const bodies = await Promise.all(files.map(({ url }) => fetchBody(url)))
  const inline = await page.evaluate(() =>
    Array.from(document.scripts, (script) => (script.src ? '' : script.textContent)).join(''),
  )
  bodies.push(Buffer.from(inline))
  return bodies.reduce((sum, body) => sum + (body.length && gzipSync(body, { level: 9 }).length), 0)
}

async function fetchBody(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}
