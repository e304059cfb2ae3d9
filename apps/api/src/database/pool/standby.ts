import pg, { type Pool, type QueryConfig, type QueryResultRow } from 'pg'
import type { Logger } from 'pino'
import {
  databaseIdentitySql,
  primaryPositionSql,
  standbyPositionSql,
} from '#src/database/sql/position'
import { openPool } from './connect'
import { asRead, getDeadline, isSqlError, withDeadline } from './deadline-pool'
import { createLagMeter } from './standby-lag'

/** A connection to a standby that has replayed what its reader has seen. */
type StandbyConnection = {
  /** Runs a statement whose rows have the position of the standby. */
  query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<Row[]>
  release: () => void
}

export type NeededPosition = {
  /** The standby must have replayed it. */
  seen: string
  /** A position that the primary has: a client may claim to have seen any. */
  newest: string
}

/** A standby that may answer reads. */
export type Standby = {
  /** The reads that were offered to the standby, by their outcome. */
  counts: Record<'answered' | 'behind' | 'busy' | 'away' | 'failed', number>
  /** False if it has no free connection, or is left alone after an error or while it is far behind. */
  isReady: () => boolean
  /** Undefined if the standby has not yet replayed the position, has no free connection, or does not answer. */
  connect: (needed: NeededPosition) => Promise<StandbyConnection | undefined>
  close: () => Promise<void>
}

type Options = {
  primary: Pool
  max: number
  log: Pick<Logger, 'warn' | 'info'>
  restMs?: number
}

/** A new connection must open within this time. */
const connectMs = 1_000

/** A longer statement is left to the primary. */
const statementTimeout = '5s'

/** The watchdog gives up a silent connection about this long after its first look. */
const probeIntervalMs = 1_000

/** After an error, the primary answers all reads for this long. Then one read tries the standby. */
const defaultRestMs = 5_000

/** The same for a standby that is far behind. */
const lagRestMs = 1_000

/** Errors of one statement, which say nothing about the standby: a conflict with what the standby replays, and a lock. */
const ownErrors = ['40001', '55P03']
const timeoutError = '57014'
/** Three statements in a row that take too long are a slow standby, not a slow statement. */
const maxTimeouts = 3

const readIdentity = {
  name: 'identity',
  text: `select ${databaseIdentitySql} as identity, ${primaryPositionSql} as position`,
}
const readPosition = {
  name: 'position',
  text: `select ${databaseIdentitySql} as identity, ${standbyPositionSql} as position`,
}

type PositionRow = { identity: string; position: string | null }

/**
 * Connects at the first read. A failure of the standby slows some reads down, and never fails one. Undefined if the
 * primary does not say its position.
 */
export async function openStandby(
  url: string,
  { primary, max, log, restMs = defaultRestMs }: Options,
): Promise<Standby | undefined> {
  const identity = await primary
    .query<PositionRow>(readIdentity)
    .then(({ rows }) => rows[0]?.identity)
    .catch((error: unknown) => {
      log.warn(error, 'The primary does not say its position. DATABASE_READ_URL is not used.')
    })
  if (identity === undefined) return undefined
  const { pool, close } = openPool(url, { max, probeIntervalMs, statementTimeout })
  /** The position that each connection is known to have replayed. Behind one address, there may be several standbys. */
  const positions = new WeakMap<pg.ClientBase, string>()
  const counts = { answered: 0, behind: 0, busy: 0, away: 0, failed: 0 }
  const lag = createLagMeter(log)
  let isAway = false
  /** Whether it was left alone and has not been found in order since. */
  let isResting = false
  let isTrying = false
  let timeouts = 0
  let restsUntil = 0

  /** A position must be known before a statement begins: the statement's own may be newer than its snapshot. */
  async function hasReplayed(
    client: pg.ClientBase,
    { seen, newest }: NeededPosition,
  ): Promise<boolean> {
    const known = positions.get(client)
    if (known !== undefined && known >= seen) return true
    const { rows } = await client.query<PositionRow>(readPosition)
    const [row] = rows
    if (row?.identity !== identity) throw new Error('It has another database than DATABASE_URL.')
    const replayed = notePosition(client, row)
    if (replayed >= seen) return true
    succeed('behind')
    if (lag.noteBehind({ replayed, newest })) rest(lagRestMs)
    return false
  }

  function notePosition(client: pg.ClientBase, row?: { position?: string | null }): string {
    // A promoted standby is for DATABASE_URL. It may also be a former primary, whose rows are old.
    if (!row?.position) throw new Error('It is not a standby.')
    positions.set(client, row.position)
    return row.position
  }

  function rest(milliseconds: number): void {
    restsUntil = Math.max(restsUntil, performance.now() + milliseconds)
    isResting = true
  }

  function fail(error: unknown): undefined {
    counts.failed += 1
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (code === timeoutError) timeouts += 1
    const isOwn = ownErrors.includes(code) || (code === timeoutError && timeouts < maxTimeouts)
    if (isOwn) return undefined
    rest(restMs)
    if (!isAway) log.warn(error, 'The standby cannot be read. The primary answers its reads.')
    isAway = true
    return undefined
  }

  function succeed(outcome: 'answered' | 'behind'): void {
    counts[outcome] += 1
    if (isAway) log.info('The standby can be read again.')
    isAway = isResting = false
    if (outcome === 'answered') timeouts = 0
  }

  /** Whether a read may not use the standby now. */
  function refusal(): 'away' | 'busy' | undefined {
    if (performance.now() < restsUntil || (isResting && isTrying)) return 'away'
    const isFree = pool.idleCount + max - pool.totalCount > pool.waitingCount
    return isFree ? undefined : 'busy'
  }

  function isReady(): boolean {
    const reason = refusal()
    if (reason) counts[reason] += 1
    return !reason
  }

  async function openConnection(needed: NeededPosition): Promise<pg.PoolClient | undefined> {
    const deadline = Math.min(getDeadline(), performance.now() + connectMs)
    const client = await withDeadline(deadline, () => asRead(() => pool.connect()))
    try {
      if (await hasReplayed(client, needed)) return client
      client.release()
      return undefined
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function connect(needed: NeededPosition): Promise<StandbyConnection | undefined> {
    if (!isReady()) return undefined
    isTrying = true
    const client = await openConnection(needed).catch(fail)
    isTrying = false
    return client && createConnection(client)
  }

  function createConnection(client: pg.PoolClient): StandbyConnection {
    let isBroken = false

    async function query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> {
      try {
        const { rows } = await client.query<Row>(statement)
        lag.noteAnswer(notePosition(client, rows[0]))
        succeed('answered')
        return rows
      } catch (error) {
        isBroken = !isSqlError(error)
        fail(error)
        throw error
      }
    }

    return { query, release: () => client.release(isBroken) }
  }

  return { counts, isReady, connect, close }
}
