import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '@/lib/api/api-error'
import { storeToken } from '@/lib/session/token'

import { draftDay } from './draft'
import { changeDraft, openDraft, readDraft } from './draft-store'
import { submitDraft } from './draft-submission'

const owner = 1
const lines = [{ productId: 7, name: 'Lamp', price: 20, quantity: 1 }]
type Body = { remark: string }

beforeEach(() => {
  openDraft('sales', owner)
  changeDraft('sales', owner, (draft) => ({ ...draft, lines }))
})

/** An API that knows the keys it has used, and a network before it. */
function shop() {
  const recorded = new Map<string, Body>()
  const deleted = new Set<Body>()
  let network: 'works' | 'loses answers' | 'is down' | number = 'works'

  function record({ input, key }: { input: Body; key: string }) {
    if (network === 'is down') return Promise.reject(new ApiError(0))
    if (typeof network === 'number') return Promise.reject(new ApiError(network))
    const first = recorded.get(key) ?? input
    recorded.set(key, first)
    if (network === 'loses answers') return Promise.reject(new ApiError(0))
    return first.remark === input.remark
      ? Promise.resolve({ row: first, isDeleted: deleted.has(first) })
      : Promise.reject(
          new ApiError(409, { errors: [{ path: 'Idempotency-Key', message: 'Used.' }] }),
        )
  }

  function send(remark: string) {
    return submitDraft(
      { kind: 'sales', owner, draft: readDraft('sales', owner), input: { remark } },
      { record, describe: (body) => body.remark },
    )
  }
  return { recorded, deleted, send, set: (next: typeof network) => (network = next) }
}

const draft = () => readDraft('sales', owner)
const earlier = (document: string | undefined, isDeleted = false) => ({
  name: 'RecordedEarlier',
  document,
  isDeleted,
})

test('is cleared by its success, under a new key', async () => {
  const { key } = draft()
  await shop().send('one')
  expect(draft()).toMatchObject({ lines: [], attempts: [] })
  expect(draft().key).not.toBe(key)
})

test('is one document after a lost answer, and cleared by the second', async () => {
  const { recorded, send, set } = shop()
  set('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  expect(draft()).toMatchObject({ lines, attempts: [{ remark: 'one' }] })
  set('works')
  await send('one')
  expect(recorded.size).toBe(1)
  expect(draft().lines).toEqual([])
})

test('says which of all that was sent is recorded, however often it was changed', async () => {
  const { recorded, send, set } = shop()
  set('is down')
  await expect(send('never came')).rejects.toMatchObject({ status: 0 })
  set('loses answers')
  await expect(send('came')).rejects.toMatchObject({ status: 0 })
  set('is down')
  await expect(send('changed')).rejects.toMatchObject({ status: 0 })
  set('works')
  await expect(send('changed again')).rejects.toMatchObject(earlier('came'))
  expect([...recorded.values()]).toEqual([{ remark: 'came' }])
  expect(draft().lines).toEqual(lines)
})

test('says so also where it no longer knows what was sent', async () => {
  const { send, set } = shop()
  set('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  changeDraft('sales', owner, (now) => ({ ...now, attempts: [] }))
  set('works')
  await expect(send('two')).rejects.toMatchObject(earlier(undefined))
})

test.each([
  [422, []],
  [401, []],
  [500, [{ remark: 'one' }]],
  // @holds decision 26.3
])('after a %s it stays, key included, and remembers %j', async (status, attempts) => {
  const { key } = draft()
  const { send, set } = shop()
  set(status)
  await expect(send('one')).rejects.toMatchObject({ status })
  expect(draft()).toMatchObject({ lines, key, attempts })
})

test.each([401, 422, 429])(
  'a %s to what was sent before does not make it forgotten',
  async (status) => {
    const { send, set } = shop()
    set('loses answers')
    await expect(send('one')).rejects.toMatchObject({ status: 0 })
    set(status)
    await expect(send('one')).rejects.toMatchObject({ status })
    set('works')
    await expect(send('two')).rejects.toMatchObject(earlier('one'))
  },
)

test('asks nothing in the name of somebody who has signed in meanwhile', async () => {
  const { recorded, send, set } = shop()
  storeToken("Ada's")
  set('is down')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  // It did come after all, as far as the second one is told.
  recorded.set(draft().key, { remark: 'another' })
  set('works')
  const second = send('two')
  storeToken("Bob's")
  recorded.clear()
  await expect(second).rejects.toMatchObject(earlier(undefined))
  expect(recorded.size).toBe(0)
})

test('the day that it was sent with stays until it is recorded, and no longer', async () => {
  const { send, set } = shop()
  const sendOn = (sentOn: string) => {
    changeDraft('sales', owner, (now) => ({ ...now, sentOn }))
    return send('one')
  }
  set('is down')
  await expect(sendOn('2026-11-20')).rejects.toMatchObject({ status: 0 })
  expect(draftDay(draft(), '2026-11-21')).toBe('2026-11-20')
  set('works')
  await sendOn('2026-11-20')
  expect(draftDay(draft(), '2026-11-21')).toBe('2026-11-21')
  set(422)
  await expect(sendOn('2026-11-21')).rejects.toMatchObject({ status: 422 })
  expect(draftDay(draft(), '2026-11-22')).toBe('2026-11-22')
})

test('is not cleared by the answer of a document that was deleted since', async () => {
  const { recorded, deleted, send, set } = shop()
  set('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  set('works')
  for (const body of recorded.values()) deleted.add(body)
  await expect(send('one')).rejects.toMatchObject(earlier('one', true))
  await expect(send('two')).rejects.toMatchObject(earlier('one', true))
  expect(draft().lines).toEqual(lines)
})

test('another conflict is none of the key', async () => {
  const { send, set } = shop()
  set(409)
  await expect(send('one')).rejects.toMatchObject({ name: 'ApiError', status: 409 })
})
