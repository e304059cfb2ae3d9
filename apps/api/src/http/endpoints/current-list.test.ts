import type { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import type { Standby } from '#src/database/pool/standby'
import { createCurrentListReader } from './current-list'
import { createMemory } from './list-etag-cache'

const list = { name: 'list', text: 'select 1 as one', sources: ['customers'] as const }
const caller = { userId: 1, version: 0, session: Buffer.alloc(0), roles: [1], known: [], seen: 'A' }
const row = { role: 1, position: 'B', revision: 'r', changed: false, found: true, fits: true }

test('a read that waits for memory takes no connection to the standby', async () => {
  const pool = { query: async () => ({ rows: [row] }) } as unknown as Pool
  const connect = vi.fn<Standby['connect']>(async () => undefined)
  const standby = { isReady: () => true, connect } as unknown as Standby
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
