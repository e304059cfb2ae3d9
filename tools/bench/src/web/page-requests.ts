import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type RecordedRequest = {
  url: string
  /** Wall clock time in milliseconds. */
  began: number
  isScript: boolean
  isFromCache: boolean
}

/** Records all further requests of a page, of all its documents. */
export async function recordRequests(page: Page): Promise<() => RecordedRequest[]> {
  const session = await page.context().newCDPSession(page)
  const requests = new Map<string, RecordedRequest>()
  const update = (id: string, changes: Partial<RecordedRequest>) => {
    const recorded = requests.get(id)
    if (recorded) requests.set(id, { ...recorded, ...changes })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (!request.url.startsWith('http')) return
    const began = wallTime * 1000
    requests.set(requestId, { url: request.url, began, isScript: false, isFromCache: false })
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
