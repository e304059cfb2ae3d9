import pg, { type QueryConfig } from 'pg'
import { expect, test, vi } from 'vitest'
import type { Standby } from '#src/database/pool/standby'
import { createCurrentListReader } from './current-list'
import { createMemory } from './list-etag-cache'

const list = { name: 'list', text: 'select 1 as one', sources: ['customers'] as const }
const caller = { userId: 1, version: 0, session: Buffer.alloc(0), roles: [1], known: [], seen: 'A' }
const row = { role: 1, position: 'B', revision: 'r', changed: false, found: true, fits: true }

/** A pool that answers each query with one row. */
function createPool(answer: () => object) {
  return Object.assign(new pg.Pool(), { query: async () => ({ rows: [answer()] }) })
}

function createStandby(connect: Standby['connect']): Standby {
  const counts = { answered: 0, behind: 0, busy: 0, away: 0, failed: 0 }
  return { counts, isReady: () => true, connect, close: async () => {} }
}

test('a read that waits for memory takes no connection to the standby', async () => {
  const pool = createPool(() => row)
  const connect = vi.fn<Standby['connect']>(async () => undefined)
  const standby = createStandby(connect)
  const memory = createMemory()
  let free = () => {}
  const freed = new Promise<() => void>((resolve) => (free = () => resolve(() => {})))
  const reserve = vi.fn<() => Promise<() => void>>(() => freed)
  const read = createCurrentListReader(pool, {
    standby,
    memory: { ...memory, short: { ...memory.short, reserve } },
  })
  const answer = read(list, caller)
  await vi.waitFor(() => expect(reserve).toHaveBeenCalled())
  expect(connect).not.toHaveBeenCalled()
  free()
  // The standby has no connection, so the primary answers.
  expect(await answer).toMatchObject({ role: 1, revision: 'r' })
  expect(connect.mock.calls).toEqual([[{ seen: 'B', newest: 'B' }]])
})

test('callers share a read of a standby that has what each of them has seen', async () => {
  const positions = ['A1', 'A9', 'A9', 'A9']
  const pool = createPool(() => ({ role: 1, position: positions.shift() ?? 'A9' }))
  let endFirst = () => {}
  const first = new Promise<void>((resolve) => (endFirst = resolve))
  let readCount = 0
  /** Answers a question for the revision at once. The first read of rows ends when the test says so. */
  async function query({ values = [] }: QueryConfig) {
    const isRead = values.some((value) => Array.isArray(value) && value.includes(1))
    if (isRead) readCount += 1
    const number = readCount
    if (isRead && number === 1) await first
    const body = isRead ? { changed: true, bytes: 2, body: '[]' } : {}
    return [{ ...row, revision: `r${isRead ? number : 2}`, ...body }]
  }
  const release = vi.fn<() => void>()
  const connect = vi.fn<Standby['connect']>(async () => ({ query, release }) as never)
  const standby = createStandby(connect)
  const read = createCurrentListReader(pool, { standby })
  const running = read(list, { ...caller, seen: 'A1' })
  await vi.waitFor(() => expect(readCount).toBe(1))
  const waiting = ['A5', 'A9'].map((seen) => read(list, { ...caller, seen }))
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(3))
  endFirst()
  await running
  const answers = await Promise.all(waiting)
  expect(answers.map(({ revision }) => revision)).toEqual(['r2', 'r2'])
  expect(connect.mock.calls.map(([{ seen }]) => seen)).toEqual(['A1', 'A5', 'A9', 'A9'])
  expect(release).toHaveBeenCalledTimes(4)
  // The primary does not have this position, so a client invents it.
  await read(list, { ...caller, seen: 'B' }).catch(() => {})
  expect(connect).toHaveBeenCalledTimes(4)
})
