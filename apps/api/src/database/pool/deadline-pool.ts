import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { WatchdogClient } from './watchdog-client'

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** A request just before its deadline still waits this long for a connection that another request uses. */
const minWaitMs = 100

/** Every new connection gets at least this time to open. A healthy database needs less. */
const minConnectMs = 1_000

/** A statement may wait this long after its request's deadline. Then the watchdog probes its backend. */
const watchdogGraceMs = 200

/** The watchdog's delay for work that begins after the deadline. Most of it is done before a probe. */
const minWatchdogDelayMs = 100

/** The pool's own message, so that there is only one such error. */
const connectTimeoutMessage = 'timeout exceeded when trying to connect'

/** Limits the wait for a connection by the deadline of the request, not by a fixed timeout. */
export class DeadlinePool extends pg.Pool {
  readonly #deadlines = new WeakMap<pg.PoolClient, Deadline>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (error, client) => {
      const deadline = this.#deadlines.get(client)
      if (error && deadline) deadline.hasFailed = true
      if (client instanceof WatchdogClient) client.stopWatching()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return this.#connectByDeadline(callback)
    return new Promise((resolve, reject) => {
      this.#connectByDeadline((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #connectByDeadline(callback: ConnectCallback): void {
    const deadline = currentDeadline()
    const remainingMs = deadline.at - performance.now()
    const hasRoom = this.totalCount < this.options.max
    // A late request, such as one that compared a password, may finish on a free or a new connection. It does
    // not queue behind others, and it does not retry a database that has already failed it.
    const isFree = this.idleCount > this.waitingCount || (hasRoom && !deadline.hasFailed)
    if (remainingMs <= 0 && !isFree) {
      return callback(new Error(connectTimeoutMessage), undefined, () => {})
    }
    // pg reads this option during connect(). It offers no other way to set a timeout for one call.
    this.options.connectionTimeoutMillis = Math.max(remainingMs, hasRoom ? minConnectMs : minWaitMs)
    super.connect((error, client, done) => {
      if (client) this.#deadlines.set(client, deadline)
      else deadline.hasFailed = true
      const graceMs = deadline.at + watchdogGraceMs - performance.now()
      if (client instanceof WatchdogClient) {
        client.probeAfter(Math.max(minWatchdogDelayMs, graceMs))
      }
      callback(error, client, done)
    })
    // Otherwise a connection that pg opens later for a queued request gets the timeout of the latest caller.
    this.options.connectionTimeoutMillis = minConnectMs
  }
}

/**
 * Runs a statement that PostgreSQL may well refuse. After any error `pool.query` closes its connection and
 * loses its prepared plans, but after an SQL error (severity ERROR) the connection is still good.
 */
export async function queryKeepingConnection<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>(statement)
    client.release()
    return rows
  } catch (error) {
    const isSqlError = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    client.release(!isSqlError)
    throw error
  }
}

/**
 * Time from the arrival of a request until it stops waiting for a connection. Together with a lock wait of
 * its last statement, the answer still comes within 3 seconds.
 */
const requestDeadlineMs = 1_900

export type Deadline = {
  /** In the milliseconds of performance.now(). */
  at: number
  /** Whether the database has already refused something, or gave no connection. */
  hasFailed: boolean
}

const deadlines = new AsyncLocalStorage<Deadline>()
let runningCount = 0

/** Deadline of the current request, or a new one outside of any request. */
function currentDeadline(): Deadline {
  return deadlines.getStore() ?? { at: performance.now() + requestDeadlineMs, hasFailed: false }
}

/** Until when the current request may wait for a connection, in milliseconds of performance.now(). */
export function getDeadline(): number {
  return currentDeadline().at
}

/**
 * Runs the work with a deadline for its waits on the database. In Node 20 an active AsyncLocalStorage costs
 * some microseconds per promise, so it is disabled whenever no request needs it.
 */
export async function withDeadline<Result>(
  at: number,
  work: () => Promise<Result>,
): Promise<Result> {
  runningCount += 1
  try {
    return await deadlines.run({ at, hasFailed: false }, work)
  } finally {
    runningCount -= 1
    if (runningCount === 0) deadlines.disable()
  }
}

/** Starts work that outlives the request which asks for it: its waits have their own time. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return deadlines.exit(work)
}
