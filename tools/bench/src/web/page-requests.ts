import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

export type Asked = {
  url: string
  /** By the clock on the wall, in milliseconds. */
  began: number
  isScript: boolean
  isFromCache: boolean
}

/** All that a page asks for from now on, whichever document of it asks. */
export async function recordRequests(page: Page): Promise<() => Asked[]> {
  const session = await page.context().newCDPSession(page)
  const asked = new Map<string, Asked>()
  const change = (id: string, changes: Partial<Asked>) => {
    const known = asked.get(id)
    if (known) asked.set(id, { ...known, ...changes })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (!request.url.startsWith('http')) return
    const began = wallTime * 1000
    asked.set(requestId, { url: request.url, began, isScript: false, isFromCache: false })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    change(requestId, { isFromCache: true })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    change(requestId, { isScript: response.mimeType.includes('javascript') })
    if (response.fromDiskCache) change(requestId, { isFromCache: true })
  })
  await session.send('Network.enable')
  return () => [...asked.values()].filter(({ isFromCache }) => !isFromCache)
}

/** Bytes of all scripts by gzip -9, those in the page itself too: how a server compresses does not count. */
export async function scriptSize(page: Page, asked: readonly Asked[]): Promise<number> {
  const files = asked.filter(({ isScript }) => isScript)
  const bodies = await Promise.all(files.map(({ url }) => read(url)))
  const inline = await page.evaluate(() =>
    Array.from(document.scripts, (script) => (script.src ? '' : script.textContent)).join(''),
  )
  bodies.push(Buffer.from(inline))
  return bodies.reduce((sum, body) => sum + (body.length && gzipSync(body, { level: 9 }).length), 0)
}

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}
