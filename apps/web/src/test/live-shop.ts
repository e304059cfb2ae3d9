import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'

import { requestList } from '@/lib/api/api-client'
import { type Outage, startLiveUpdates } from '@/lib/api/live-updates'
import { createQueryClient } from '@/lib/api/query-client'
import { sessionStore, storeToken } from '@/lib/session/session-store'
import { owner } from './app-harness'
import { rejectOnAbort } from './api-stub'

export const listFailure = 'Failed to load customers. Please try again.'

export type Answer = () => Response | Promise<Response>

/** Lets each test of a file open a shop. Its time passes only by `wait`, and its intervals are the average ones. */
export function prepareLiveShops() {
  let page: ReturnType<typeof openLiveShop> | undefined
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
  afterEach(() => {
    page?.close()
    vi.useRealTimers()
  })
  return () => (page = openLiveShop())
}

/** A signed-in page with live updates, and a shop with one list. A test may change its revision and answers. */
function openLiveShop() {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
  const shop = {
    revision: 1,
    customers: undefined as Answer | undefined,
    changes: undefined as Answer | undefined,
  }
  /** All requests, each with its ETag. */
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = url.replace('/api/v1/', '')
    const sent = new Headers(init.headers).get('If-None-Match')
    requests.push(sent === null ? name : `${name} ${sent}`)
    const custom = name === 'changes' ? shop.changes : shop.customers
    if (custom) return Promise.race([custom(), rejectOnAbort(init.signal)])
    const etag = String(shop.revision)
    if (sent === etag) return new Response(null, { status: 304 })
    const body = name === 'changes' ? { revision: etag } : [{ id: 1, name: `Ada ${etag}` }]
    return Response.json(body, { headers: { ETag: etag } })
  })
  const client = createQueryClient()
  const outages: (Outage | null)[] = []
  const stops: (() => void)[] = []

  /** Shows a list on the screen, as a page does. */
  function mountList(key = 'customers', meta: { isUncounted?: true } = {}) {
    const observer = new QueryObserver<{ name: string }[]>(client, {
      queryKey: [key],
      queryFn: ({ signal, queryKey }) =>
        requestList('/customers', { signal, cached: client.getQueryData(queryKey) }),
      meta: { failure: listFailure, ...meta },
    })
    stops.push(observer.subscribe(() => {}))
    return observer
  }

  return {
    shop,
    outages,
    mountList,
    takeRequests: () => requests.splice(0),
    open: () => stops.push(startLiveUpdates(client, (outage) => outages.push(outage))),
    close: () => {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

export const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

export function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** As when the browser is online again. */
export function pollNow() {
  window.dispatchEvent(new Event('online'))
}
