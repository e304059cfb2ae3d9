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
