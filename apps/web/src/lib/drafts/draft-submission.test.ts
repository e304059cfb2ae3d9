import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '@/lib/api/api-client'
import { storeToken } from '@/lib/session/session-store'

import { draftDate } from './draft'
import { changeDraft, openDraft, readDraft } from './draft-store'
import { submitDraft } from './draft-submission'

const owner = 1
const lines = [{ productId: 7, name: 'Lamp', price: 20, quantity: 1 }]
type Body = { remark: string }

beforeEach(() => {
  openDraft('sales', owner)
  changeDraft('sales', owner, (draft) => ({ ...draft, lines }))
})

/** A fake API that remembers its idempotency keys, behind a network that can fail. */
function createApi() {
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
  return { recorded, deleted, send, setNetwork: (next: typeof network) => (network = next) }
}

const draft = () => readDraft('sales', owner)
const alreadySaved = (document: string | undefined, isDeleted = false) => ({
  name: 'AlreadySavedError',
  document,
  isDeleted,
})

test('a recorded draft is cleared and gets a new key', async () => {
  const { key } = draft()
  await createApi().send('one')
  expect(draft()).toMatchObject({ lines: [], attempts: [] })
  expect(draft().key).not.toBe(key)
})

test('a draft sent again after a lost answer is recorded once and then cleared', async () => {
  const { recorded, send, setNetwork } = createApi()
  setNetwork('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  expect(draft()).toMatchObject({ lines, attempts: [{ remark: 'one' }] })
  setNetwork('works')
  await send('one')
  expect(recorded.size).toBe(1)
  expect(draft().lines).toEqual([])
})

test('a changed draft learns which of its earlier attempts was recorded', async () => {
  const { recorded, send, setNetwork } = createApi()
  setNetwork('is down')
  await expect(send('never came')).rejects.toMatchObject({ status: 0 })
  setNetwork('loses answers')
  await expect(send('came')).rejects.toMatchObject({ status: 0 })
  setNetwork('is down')
  await expect(send('changed')).rejects.toMatchObject({ status: 0 })
  setNetwork('works')
  await expect(send('changed again')).rejects.toMatchObject(alreadySaved('came'))
  expect([...recorded.values()]).toEqual([{ remark: 'came' }])
  expect(draft().lines).toEqual(lines)
})

test('a changed draft learns that it was recorded even if its attempts are forgotten', async () => {
  const { send, setNetwork } = createApi()
  setNetwork('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  changeDraft('sales', owner, (now) => ({ ...now, attempts: [] }))
  setNetwork('works')
  await expect(send('two')).rejects.toMatchObject(alreadySaved(undefined))
})

test.each([
  [422, []],
  [401, []],
  [500, [{ remark: 'one' }]],
])(
  // @holds decision 26.3
  'a draft answered with %s keeps its lines, its key and the attempts %j',
  async (status, attempts) => {
    const { key } = draft()
    const { send, setNetwork } = createApi()
    setNetwork(status)
    await expect(send('one')).rejects.toMatchObject({ status })
    expect(draft()).toMatchObject({ lines, key, attempts })
  },
)

test.each([401, 422, 429])(
  'a %s does not forget an attempt that may have been recorded',
  async (status) => {
    const { send, setNetwork } = createApi()
    setNetwork('loses answers')
    await expect(send('one')).rejects.toMatchObject({ status: 0 })
    setNetwork(status)
    await expect(send('one')).rejects.toMatchObject({ status })
    setNetwork('works')
    await expect(send('two')).rejects.toMatchObject(alreadySaved('one'))
  },
)

test('earlier attempts are not sent again after another user signed in', async () => {
  const { recorded, send, setNetwork } = createApi()
  storeToken("Ada's")
  setNetwork('is down')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  // The API has recorded the first attempt, judging by its answer to the second.
  recorded.set(draft().key, { remark: 'another' })
  setNetwork('works')
  const second = send('two')
  storeToken("Bob's")
  recorded.clear()
  await expect(second).rejects.toMatchObject(alreadySaved(undefined))
  expect(recorded.size).toBe(0)
})

test('a draft keeps the date of its first sending until it is recorded or refused', async () => {
  const { send, setNetwork } = createApi()
  const sendOn = (sentOn: string) => {
    changeDraft('sales', owner, (now) => ({ ...now, sentOn }))
    return send('one')
  }
  setNetwork('is down')
  await expect(sendOn('2026-11-20')).rejects.toMatchObject({ status: 0 })
  expect(draftDate(draft(), '2026-11-21')).toBe('2026-11-20')
  setNetwork('works')
  await sendOn('2026-11-20')
  expect(draftDate(draft(), '2026-11-21')).toBe('2026-11-21')
  setNetwork(422)
  await expect(sendOn('2026-11-21')).rejects.toMatchObject({ status: 422 })
  expect(draftDate(draft(), '2026-11-22')).toBe('2026-11-22')
})

test('a draft stays when its recorded document has been deleted since', async () => {
  const { recorded, deleted, send, setNetwork } = createApi()
  setNetwork('loses answers')
  await expect(send('one')).rejects.toMatchObject({ status: 0 })
  setNetwork('works')
  for (const body of recorded.values()) deleted.add(body)
  await expect(send('one')).rejects.toMatchObject(alreadySaved('one', true))
  await expect(send('two')).rejects.toMatchObject(alreadySaved('one', true))
  expect(draft().lines).toEqual(lines)
})

test('a conflict that does not concern the key is passed on', async () => {
  const { send, setNetwork } = createApi()
  setNetwork(409)
  await expect(send('one')).rejects.toMatchObject({ name: 'ApiError', status: 409 })
})
