import type { Pool } from 'pg'
import { asRead } from '#src/database/pool/deadline-pool'
import type { Standby } from '#src/database/pool/standby'
import { accountSql } from '#src/database/sql/account-lookup'
import { type ListCaller, type ListQuery, runOnPrimary } from '#src/database/sql/list-reader'
import { primaryPositionSql, standbyPositionSql } from '#src/database/sql/position'
import type { RowQuery } from '#src/database/sql/row-reader'
import { createCachedListReader, createMemory, type CurrentList } from './list-etag-cache'

type Query = ListQuery | RowQuery
type ReadCurrent = (list: Query, caller: ListCaller) => Promise<CurrentList>
type Options = { standby?: Standby | undefined; memory?: ReturnType<typeof createMemory> }

/** Reads a list from the standby if it has all that the caller has seen, and otherwise from the primary. */
export function createCurrentListReader(
  pool: Pool,
  { standby, memory = createMemory() }: Options,
): ReadCurrent {
  if (!standby) return createCachedListReader(runOnPrimary(pool), { memory })
  const options = { memory, positionSql: primaryPositionSql }
  const readFromPrimary = createCachedListReader(runOnPrimary(pool), options)
  const readFromStandby = createStandbyReader(pool, { standby, memory })

  return async (list, caller) => {
    const { seen } = caller
    const current = seen && (await readFromStandby(list, caller, seen))
    return current || readFromPrimary(list, caller)
  }
}

/** Resolves to undefined if the primary must answer. Each server has revisions of its own, so each has a cache. */
function createStandbyReader(
  pool: Pool,
  { standby, memory }: { standby: Standby; memory: ReturnType<typeof createMemory> },
) {
  const options = { memory, positionSql: standbyPositionSql }
  const read = createCachedListReader(async (statement, caller) => {
    if (!caller.standby) throw new Error('A standby is read over its own connection.')
    return caller.standby.query(statement)
  }, options)
  const findOldest = createOldestPosition()

  return async (
    list: Query,
    caller: ListCaller,
    seen: string,
  ): Promise<CurrentList | undefined> => {
    const oldest = findOldest()
    const [connecting, lookup] = await Promise.allSettled([
      standby.connect(oldest > seen ? oldest : seen),
      findCaller(pool, caller),
    ])
    const connection = connecting.status === 'fulfilled' ? connecting.value : undefined
    try {
      if (lookup.status === 'rejected') throw lookup.reason
      const { role, position } = lookup.value
      findOldest(position)
      if (!connection) return undefined
      // A record that the standby lacks may exist, so the primary decides about each error.
      const current = await read(list, { ...caller, standby: connection }).catch(() => undefined)
      if (current?.role === role) return current
      current?.release()
      return undefined
    } finally {
      connection?.release()
    }
  }
}

/** In milliseconds. The oldest position that may be read is one to two such periods old. */
const periodMs = 30_000

/** Remembers the primary's positions, and returns one from which on a standby may answer, however little a client saw. */
function createOldestPosition(): (current?: string) => string {
  let older = ''
  let newer = { position: '', at: -Infinity }
  return (current) => {
    const now = performance.now()
    if (current && now - newer.at > periodMs) {
      older = newer.position
      newer = { position: current, at: now }
    }
    return older
  }
}

const callerStatement = {
  name: 'find caller',
  text: `select ${primaryPositionSql} as position, role
    from (select) as one left join (${accountSql({ userId: '$1', version: '$2', session: '$3' })}) as account on true`,
}

/** The caller on the primary. The role is null if the session has ended: a standby may not know that yet. */
async function findCaller(
  pool: Pool,
  { userId, version, session }: ListCaller,
): Promise<{ role: number | null; position: string }> {
  const values = [userId, version, session]
  const { rows } = await asRead(() =>
    pool.query<{ role: number | null; position: string }>({ ...callerStatement, values }),
  )
  const [caller] = rows
  if (!caller) throw new Error('The lookup of a caller must return one row.')
  return caller
}
