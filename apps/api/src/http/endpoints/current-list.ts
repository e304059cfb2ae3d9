import type { Pool, QueryResultRow } from 'pg'
import { type PreparedStatement, readRows } from '#src/database/pool/deadline-pool'
import type { Standby } from '#src/database/pool/standby'
import { AppError } from '#src/errors'
import { accountSql } from '#src/database/sql/account-lookup'
import type { ListQuery } from '#src/database/sql/list-query'
import { type ListCaller, runOnPrimary } from '#src/database/sql/list-reader'
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
  const read = createCachedListReader(
    async <Row extends QueryResultRow>(
      statement: PreparedStatement,
      { needed }: Pick<ListCaller, 'needed'>,
    ) => {
      // The last step before the statement, so that no connection waits for memory or for another reader.
      const connection = needed && (await standby.connect(needed))
      if (!connection) throw new Error('The standby does not answer this read.')
      return connection.query<Row>(statement).finally(connection.release)
    },
    { memory, positionSql: standbyPositionSql },
  )
  const oldest = createOldestPosition()

  return async (
    list: Query,
    caller: ListCaller,
    seen: string,
  ): Promise<CurrentList | undefined> => {
    if (!standby.isReady()) return undefined
    const { role, position } = await findCaller(pool, caller)
    const lowest = oldest.follow(position)
    // The primary refuses the request, or a client claims to have seen what does not exist yet.
    if (role === null || seen > position) return undefined
    const needed = { seen: lowest > seen ? lowest : seen, newest: position }
    // A record that the standby lacks may exist, so the primary decides about each error but a lack of memory.
    const current = await read(list, { ...caller, needed }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      return undefined
    })
    if (current?.role === role) return current
    current?.release()
    return undefined
  }
}

/** In milliseconds. A standby must have replayed a position of the primary that is at most four such periods old. */
const periodMs = 15_000

type Known = { position: string; at: number }

/** Remembers positions of the primary. `follow` returns the one that a standby must have replayed. */
function createOldestPosition() {
  let older: Known | undefined
  let newer: Known | undefined

  function follow(position: string): string {
    const now = { position, at: performance.now() }
    const age = now.at - (newer?.at ?? -Infinity)
    // After a pause, both positions are too old.
    if (age > 2 * periodMs) older = newer = now
    else if (age > periodMs) [older, newer] = [newer, now]
    return older?.position ?? position
  }

  return { follow }
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
  const [caller] = await readRows<{ role: number | null; position: string }>(pool, {
    ...callerStatement,
    values,
  })
  if (!caller) throw new Error('The lookup of a caller must return one row.')
  return caller
}
