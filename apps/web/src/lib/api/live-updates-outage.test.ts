import { expect, test } from 'vitest'

import { queuedToasts } from '@/lib/toast'
import { never, refuse, unreachable } from '@/test/api-stub'
import { type Answer, listFailure, prepareLiveShops, wait } from '@/test/live-shop'

const openShop = prepareLiveShops()

test.each<[string, Answer, number]>([
  ['cannot be reached', unreachable, 0],
  ['accepts connections but never answers', never, 5],
  ['answers 502', refuse(502), 0],
  ['fails', refuse(500), 0],
  ['answers with another page', () => new Response('<h1>Hotel WiFi</h1>'), 0],
])(
  'an API that %s is reported with the time of the last answer, until it answers again',
  async (_, answer, seconds) => {
    const { shop, outages, open, takeRequests, mountList } = openShop()
    const list = mountList()
    open()
    await wait(10)
    const currentAt = Date.now()
    shop.changes = answer
    shop.customers = answer
    takeRequests()
    await wait(10 + seconds)
    expect(outages.splice(0)).toEqual([null, { currentAt }])
    await wait(2 * (5 + seconds))
    expect(takeRequests()).toEqual(Array(3).fill('changes 1'))
    expect(outages.splice(0)).toEqual([{ currentAt }, { currentAt }])
    expect(queuedToasts.get()).toEqual([])

    shop.changes = undefined
    shop.customers = undefined
    shop.revision = 2
    await wait(5)
    expect(outages).toEqual([null])
    expect(takeRequests()).toEqual(['changes 1', 'customers 1'])
    expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
  },
)

test('an outage counts from the last update of all lists', async () => {
  const { shop, outages, open, mountList } = openShop()
  mountList()
  open()
  await wait(10)
  const currentAt = Date.now()
  shop.revision = 2
  shop.customers = refuse(500)
  await wait(10)
  shop.changes = unreachable
  await wait(10)
  expect(outages.at(-1)).toEqual({ currentAt })
})

test('a browser that goes offline reports the outage at once', async () => {
  const { shop, outages, open } = openShop()
  open()
  await wait(1)
  shop.changes = unreachable
  window.dispatchEvent(new Event('offline'))
  await wait(0)
  expect(outages).toEqual([{ currentAt: Date.now() - 1000 }])
})

test('after an outage even an unchanged shop is read again, with lists that had failed', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  open()
  await wait(10)
  shop.changes = unreachable
  shop.customers = refuse(500)
  const list = mountList()
  await wait(10)
  expect(list.getCurrentResult()).toMatchObject({ isError: true, data: undefined })
  takeRequests()
  shop.changes = undefined
  shop.customers = undefined
  await wait(5)
  expect(takeRequests()).toEqual(['changes 1', 'customers'])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 1' }])
})

test('after an outage a list is read again whose first answer never came', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  open()
  await wait(10)
  shop.changes = unreachable
  shop.customers = never
  const list = mountList()
  await wait(10)
  takeRequests()
  shop.changes = undefined
  shop.customers = undefined
  await wait(5)
  expect(takeRequests()).toEqual(['changes 1', 'customers'])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 1' }])
})

test('polls that wait for the same slow list read it once more, together', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  const list = mountList()
  open()
  await wait(10)
  takeRequests()
  let answer = (_response: Response) => {}
  shop.customers = () => new Promise<Response>((resolve) => (answer = resolve))
  shop.revision = 2
  await wait(10)
  shop.revision = 3
  // Two polls give up waiting.
  await wait(60)
  expect(takeRequests().filter((name) => name.startsWith('customers'))).toHaveLength(1)
  shop.customers = undefined
  answer(Response.json([{ id: 1, name: 'Ada 2' }], { headers: { ETag: '2' } }))
  await wait(1)
  expect(takeRequests()).toEqual(['customers 2'])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 3' }])
})

test('an API that stops answering while lists are fetched is noticed', async () => {
  const { shop, outages, open, mountList } = openShop()
  mountList()
  open()
  await wait(10)
  shop.revision = 2
  shop.customers = never
  await wait(10)
  shop.changes = never
  await wait(15 + 10 + 5)
  expect(outages.at(-1)).toEqual({ currentAt: expect.any(Number) })
})

test('a list that cannot be reached is reported while its old rows are shown, although polls are answered', async () => {
  const { shop, outages, open, mountList } = openShop()
  const list = mountList()
  open()
  await wait(10)
  const currentAt = Date.now()
  shop.revision = 2
  shop.customers = unreachable
  outages.splice(0)
  await wait(10 + 3)
  expect(outages.splice(0)).toEqual([{ currentAt }])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 1' }])
  shop.customers = undefined
  await wait(10)
  expect(outages).toEqual([null])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
})

test('a request of the user that reaches no server reports the outage at once', async () => {
  const { shop, outages, open, mountList } = openShop()
  open()
  await wait(10)
  const currentAt = Date.now()
  shop.customers = unreachable
  shop.changes = unreachable
  mountList()
  // Two retries, after one and two seconds.
  await wait(3)
  expect(outages).toEqual([null, { currentAt }])
})

test('a list whose own request fails is read again by each poll, even if nothing has changed', async () => {
  const { shop, outages, open, mountList } = openShop()
  const list = mountList()
  open()
  await wait(10)
  const currentAt = Date.now()
  outages.splice(0)
  shop.customers = unreachable
  void list.refetch()
  await wait(3 + 3)
  expect(outages.splice(0)).toEqual([{ currentAt }])
  expect(queuedToasts.get().map(({ message }) => message)).toEqual([listFailure])
  shop.customers = undefined
  await wait(10)
  expect(outages).toEqual([null])
})
