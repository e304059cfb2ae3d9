import { expect, test, vi } from 'vitest'

import { sessionStore } from '@/lib/session/session-store'
import { dequeueAllToasts } from '@/lib/toast'
import { delayAnswer, never, ok, refuse } from '@/test/api-stub'
import { listFailure, pollNow, prepareLiveShops, setVisibility, wait } from '@/test/live-shop'

const openShop = prepareLiveShops()

const raisedToasts = () => dequeueAllToasts().map(({ message }) => message)

test('a visible page asks once in ten seconds, and confirms its lists by their ETags the first time', async () => {
  const { open, takeRequests, mountList } = openShop()
  mountList()
  open()
  await wait(9.9)
  expect(takeRequests()).toEqual(['customers'])
  await wait(1)
  expect(takeRequests()).toEqual(['changes', 'customers 1'])
  await wait(60)
  expect(takeRequests()).toEqual(Array(6).fill('changes 1'))
})

test('the polls of many pages spread, and none comes later than 12 seconds after the last', async () => {
  const { open, takeRequests, close } = openShop()
  for (const [random, seconds] of [
    [0, 8],
    [0.9999, 12],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    open()
    await wait(seconds - 0.1)
    expect(takeRequests()).toEqual([])
    await wait(0.1)
    expect(takeRequests()).toEqual(['changes'])
    close()
  }
})

test('each poll fetches the queries whose changes no revision counts, and no others', async () => {
  const { open, takeRequests, mountList } = openShop()
  mountList()
  const staff = mountList('users', { isUncounted: true })
  open()
  await wait(10)
  takeRequests()
  await wait(10)
  expect(takeRequests()).toEqual(['changes 1', 'customers 1'])
  await wait(10)
  expect(takeRequests()).toEqual(['changes 1', 'customers 1'])
  staff.destroy()
  await wait(10)
  expect(takeRequests()).toEqual(['changes 1'])
})

test('a change elsewhere is fetched by the next poll, for mounted lists only', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  mountList('left').destroy()
  const list = mountList()
  open()
  await wait(10)
  shop.revision = 2
  takeRequests()
  await wait(10)
  expect(takeRequests()).toEqual(['changes 1', 'customers 1'])
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
})

test('a change between the load of a list and the first poll is not missed', async () => {
  const { shop, open, mountList } = openShop()
  const list = mountList()
  open()
  await wait(1)
  shop.revision = 2
  await wait(10)
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
})

test('a list whose load began before a change is fetched again, without cancelling the load', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  mountList()
  open()
  await wait(10)
  takeRequests()
  const { answer, release } = delayAnswer(ok([{ id: 1, name: 'Ada, as before' }]))
  shop.customers = answer
  const late = mountList('late')
  await wait(1)
  shop.customers = undefined
  shop.revision = 2
  await wait(9)
  expect(takeRequests()).toEqual(['customers', 'changes 1', 'customers 1'])
  release()
  await wait(0)
  expect(late.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
})

test('a hidden page asks nothing, and a page that is seen again asks at once and only once', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  mountList()
  open()
  await wait(10)
  takeRequests()
  setVisibility('hidden')
  await wait(100)
  expect(takeRequests()).toEqual([])

  shop.revision = 2
  setVisibility('visible')
  window.dispatchEvent(new Event('focus'))
  await wait(0)
  window.dispatchEvent(new Event('focus'))
  await wait(0)
  expect(takeRequests()).toEqual(['changes 1', 'customers 1'])
  await wait(10)
  expect(takeRequests()).toEqual(['changes 2'])
  pollNow()
  await wait(0)
  expect(takeRequests()).toEqual(['changes 2'])
})

test('a browser that is online again during a poll asks again after it', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  const list = mountList()
  open()
  const { answer, release } = delayAnswer(ok({ revision: 'as before' }))
  shop.changes = answer
  await wait(10)
  shop.changes = undefined
  shop.revision = 2
  pollNow()
  await wait(0)
  expect(takeRequests()).toEqual(['customers', 'changes'])
  release()
  await wait(0)
  expect(takeRequests()).toContain('changes')
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 2' }])
})

test('a page that is hidden during a poll asks no more', async () => {
  const { shop, open, takeRequests } = openShop()
  open()
  const { answer, release } = delayAnswer(ok({ revision: '1' }))
  shop.changes = answer
  await wait(10)
  setVisibility('hidden')
  release()
  await wait(100)
  expect(takeRequests()).toEqual(['changes'])
})

test('a list that keeps failing shows one toast, is tried at each poll, and then shows the next one', async () => {
  const { shop, outages, open, takeRequests, mountList } = openShop()
  const list = mountList()
  open()
  await wait(10)
  const fail = async () => {
    shop.revision += 1
    shop.customers = refuse(500)
    await wait(10)
    expect(raisedToasts()).toEqual([listFailure])
    expect(list.getCurrentResult().data).toMatchObject([{ id: 1 }])
    takeRequests()
    await wait(20)
    expect(takeRequests().filter((name) => name.startsWith('customers'))).toHaveLength(2)
    expect(raisedToasts()).toEqual([])
    shop.customers = undefined
    await wait(10)
    expect(list.getCurrentResult()).toMatchObject({ isError: false })
  }
  await fail()
  await fail()
  expect(list.getCurrentResult().data).toEqual([{ id: 1, name: 'Ada 3' }])
  expect(outages.filter(Boolean)).toEqual([])
})

test('a list without rows that failed is not tried again until something changes', async () => {
  const { shop, open, takeRequests, mountList } = openShop()
  shop.customers = refuse(500)
  mountList()
  open()
  await wait(10)
  expect(raisedToasts()).toEqual([listFailure])
  takeRequests()
  await wait(20)
  expect(takeRequests()).toEqual(['changes 1', 'changes 1'])
  shop.revision = 2
  await wait(10)
  expect(takeRequests()).toEqual(['changes 1', 'customers'])
  expect(raisedToasts()).toEqual([])
})

test('an ended session and a stop end the requests', async () => {
  const { shop, outages, open, takeRequests, mountList, close } = openShop()
  mountList()
  open()
  await wait(10)
  shop.changes = refuse(401)
  await wait(10)
  expect(sessionStore.get()).toEqual({ authState: 'Failed', because: 'ended' })

  shop.changes = never
  await wait(10)
  // The shell disappears with the session.
  close()
  takeRequests()
  setVisibility('visible')
  window.dispatchEvent(new Event('focus'))
  await wait(60)
  expect(takeRequests()).toEqual([])
  expect(outages.filter(Boolean)).toEqual([])
})
