import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { createQueryClient } from '@/lib/api/query-client'
import { logOut } from '@/lib/session/session'
import { sessionStore } from '@/lib/session/session-store'
import { storeToken } from '@/lib/session/token'
import { owner } from '@/test/app-harness'

import { customers } from './customers'
import { reports } from './reports'

/** Stands where the network begins, and keeps count as the API does: an ETag a revision. */
function stubRevisions(revisions: unknown[]) {
  const asked: (string | null)[] = []
  let at = 0
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const known = new Headers(init.headers).get('If-None-Match')
    asked.push(known)
    const etag = `W/"r-${at}"`
    if (known === etag) return Promise.resolve(new Response(null, { status: 304 }))
    return Promise.resolve(Response.json(revisions[at], { headers: { ETag: etag } }))
  })
  return { asked, write: () => (at += 1) }
}

const ada = { id: 1, name: 'Ada', email: null, phone: null, address: null }
const bo = { ...ada, id: 2, name: 'Bo' }

beforeEach(() => {
  storeToken('t1')
  sessionStore.set({ authState: 'Success', ...owner })
})

test('a list that has not changed is known by its ETag, and stays the very same', async () => {
  const { asked } = stubRevisions([[ada, bo]])
  const client = createQueryClient()
  const draw = vi.fn<() => void>()
  const observer = new QueryObserver(client, { ...customers.list(), notifyOnChangeProps: ['data'] })
  const stop = observer.subscribe(draw)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  const { data } = observer.getCurrentResult()

  await client.invalidateQueries()
  expect(asked).toEqual([null, 'W/"r-0"'])
  expect(observer.getCurrentResult().data).toBe(data)
  expect(draw).toHaveBeenCalledTimes(1)
  stop()
})

test('of one that has changed the other rows stay the same, and it is known by its new ETag', async () => {
  const { asked, write } = stubRevisions([
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
  expect(asked).toEqual([null, 'W/"r-0"', 'W/"r-1"'])
})

test('a report is known as a list is, each range by itself', async () => {
  const { asked } = stubRevisions([[]])
  const client = createQueryClient()
  for (const from of ['2026-11-01', '2026-11-02', '2026-11-01']) {
    // In turn, as one does.
    await client.fetchQuery(reports.dailyTotals({ from, to: '2026-11-30' }))
  }
  expect(asked).toEqual([null, null, 'W/"r-0"'])
})

test('nothing that was read outlives a log out, and nobody asks by what somebody else had', async () => {
  const { asked } = stubRevisions([[ada, bo]])
  const client = createQueryClient()
  await client.fetchQuery(customers.list())
  logOut()
  await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]))
  sessionStore.set({ authState: 'Success', ...owner, id: 2 })
  await createQueryClient().fetchQuery(customers.list())
  // The one between them ends the session.
  expect(asked).toEqual([null, null, null])
})
