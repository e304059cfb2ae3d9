import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { createQueryClient } from '@/lib/api/query-client'
import { logOut } from '@/lib/session/session'
import { sessionStore, storeToken } from '@/lib/session/session-store'
import { owner } from '@/test/app-harness'
import { customers } from './customers'
import { reports } from './reports'

/** A fake network that counts revisions and sends one ETag for each, as the API does. */
function stubRevisions(revisions: unknown[]) {
  const sentEtags: (string | null)[] = []
  let revision = 0
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const sentEtag = new Headers(init.headers).get('If-None-Match')
    sentEtags.push(sentEtag)
    const etag = `W/"r-${revision}"`
    if (sentEtag === etag) return Promise.resolve(new Response(null, { status: 304 }))
    return Promise.resolve(Response.json(revisions[revision], { headers: { ETag: etag } }))
  })
  return { sentEtags, write: () => (revision += 1) }
}

const ada = { id: 1, name: 'Ada', email: null, phone: null, address: null }
const bo = { ...ada, id: 2, name: 'Bo' }

beforeEach(() => {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
})

test('a list that has not changed is confirmed by its ETag and keeps its identity', async () => {
  const { sentEtags } = stubRevisions([[ada, bo]])
  const client = createQueryClient()
  const render = vi.fn<() => void>()
  const observer = new QueryObserver(client, { ...customers.list(), notifyOnChangeProps: ['data'] })
  const stop = observer.subscribe(render)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true), 10_000)
  const { data } = observer.getCurrentResult()

  await client.invalidateQueries()
  expect(sentEtags).toEqual([null, 'W/"r-0"'])
  expect(observer.getCurrentResult().data).toBe(data)
  expect(render).toHaveBeenCalledTimes(1)
  stop()
})

test('a changed list keeps its unchanged rows and uses its new ETag next time', async () => {
  const { sentEtags, write } = stubRevisions([
    [ada, bo],
    [ada, { ...bo, name: 'Bob' }],
  ])
  const client = createQueryClient()
  async function read() {
    await client.fetchQuery(customers.list())
    return client.getQueryData(customers.list().queryKey)
  }
  const before = await read()
  write()
  const after = await read()
  expect(after).toMatchObject([{ name: 'Ada' }, { name: 'Bob' }])
  expect(after?.[0]).toBe(before?.[0])
  expect(await read()).toBe(after)
  expect(sentEtags).toEqual([null, 'W/"r-0"', 'W/"r-1"'])
})

test('a report is confirmed by its ETag, separately for each range', async () => {
  const { sentEtags } = stubRevisions([[]])
  const client = createQueryClient()
  for (const from of ['2026-11-01', '2026-11-02', '2026-11-01']) {
    // One after the other, as a user would open them.
    await client.fetchQuery(reports.dailyTotals({ from, to: '2026-11-30' }))
  }
  expect(sentEtags).toEqual([null, null, 'W/"r-0"'])
})

test('a logout drops all cached answers and their ETags', async () => {
  const { sentEtags } = stubRevisions([[ada, bo]])
  const client = createQueryClient()
  await client.fetchQuery(customers.list())
  logOut()
  await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]), 10_000)
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  await createQueryClient().fetchQuery(customers.list())
  // The request between the two ends the session.
  expect(sentEtags).toEqual([null, null, null])
})
