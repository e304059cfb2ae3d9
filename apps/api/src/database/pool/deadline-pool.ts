import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { WatchdogClient } from './watchdog-client'
import { WriteSlots } from './write-slots'

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

/** A smaller pool has none for reads alone: a write that needs two connections would never get the second. */
const minSizeWithReserve = 3

/** The connections that only reads may use. */
function reservedForReads(size: number): number {
  return size < minSizeWithReserve ? 0 : Math.max(1, Math.floor(size / 5))
}

/** The use of a connection, until its release. */
type Lease = { deadline: Deadline; isRead: boolean }

/**
 * Limits the wait for a connection by the deadline of the request, not by a fixed timeout. Keeps some connections for
 * reads: while a standby is away, each write leaves a connection that waits for it.
 */
export class DeadlinePool extends pg.Pool {
  readonly #leases = new WeakMap<pg.PoolClient, Lease>()
  readonly #writes: WriteSlots
  readonly #openClients: ReadonlySet<WatchdogClient>

  constructor(config: pg.PoolConfig & { max: number }, openClients: ReadonlySet<WatchdogClient>) {
    super(config)
    this.#writes = new WriteSlots(config.max - reservedForReads(config.max))
    this.#openClients = openClients
    this.on('release', (error, client) => {
      const lease = this.#leases.get(client)
      this.#leases.delete(client)
      if (error && lease) lease.deadline.hasFailed = true
      if (lease?.isRead === false) this.#writes.giveBack()
      if (client instanceof WatchdogClient) client.stopWatching()
    })
  }

  /** The requests that wait for a connection. pg's own count knows no write that waits for its turn. */
  get queuedCount(): number {
    return this.waitingCount + this.#writes.waitingCount
  }

  /** The connections whose commit waits for a standby. They count as open, and serve no request. */
  get standbyWaitCount(): number {
    return [...this.#openClients].filter((client) => client.isWaitingForStandby).length
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
    const lease = { deadline, isRead: isNextRead ?? deadline.isRead }
    const remainingMs = deadline.at - performance.now()
    if (remainingMs <= 0 && !this.#isFreeFor(lease)) return refuse(callback)
    if (lease.isRead) return this.#open(lease, callback)
    this.#writes.take(Math.max(remainingMs, minWaitMs), (isGranted) => {
      if (isGranted) return this.#open(lease, callback)
      deadline.hasFailed = true
      refuse(callback)
    })
  }

  /**
   * A late request, such as one that compared a password, may finish on a free or a new connection. It does not queue
   * behind others, and it does not retry a database that has already failed it.
   */
  #isFreeFor({ deadline, isRead }: Lease): boolean {
    const isFree = this.idleCount > this.waitingCount || (this.#hasRoom && !deadline.hasFailed)
    return isFree && (isRead || this.#writes.hasFree)
  }

  get #hasRoom(): boolean {
    return this.totalCount < this.options.max
  }

  #open(lease: Lease, callback: ConnectCallback): void {
    const { deadline, isRead } = lease
    const remainingMs = deadline.at - performance.now()
    // pg reads this option during connect(). It offers no other way to set a timeout for one call.
    this.options.connectionTimeoutMillis = Math.max(
      remainingMs,
      this.#hasRoom ? minConnectMs : minWaitMs,
    )
    super.connect((error, client, done) => {
      if (client) this.#leases.set(client, lease)
      else {
        deadline.hasFailed = true
        if (!isRead) this.#writes.giveBack()
      }
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

function refuse(callback: ConnectCallback): void {
  callback(new Error(connectTimeoutMessage), undefined, () => {})
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
    client.release(!isSqlError(error))
    throw error
  }
}

/** An error after which the connection is still good. */
export function isSqlError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/**
 * Time from the arrival of a request until it stops waiting for a connection. Together with a lock wait of
 * its last statement, the answer still comes within 3 seconds.
 */
const requestDeadlineMs = 1_900

type Deadline = {
  /** In the milliseconds of performance.now(). */
  at: number
  /** Whether the database has already refused something, or gave no connection. */
  hasFailed: boolean
  /** Whether the request only reads, so that it may use the connections for reads. */
  isRead: boolean
}

const deadlines = new AsyncLocalStorage<Deadline>()
let runningCount = 0

/** Deadline of the current request, or a new one outside of any request, which counts as a write. */
function currentDeadline(): Deadline {
  return (
    deadlines.getStore() ?? {
      at: performance.now() + requestDeadlineMs,
      hasFailed: false,
      isRead: false,
    }
  )
}

let isNextRead: boolean | undefined

export type PreparedStatement = { name: string; text: string; values?: unknown[] }

/** Runs one query of the pool as a read. The pool looks synchronously, so this needs no async context. */
export function asRead<Result>(query: () => Promise<Result>): Promise<Result> {
  return runAs(true, query)
}

/**
 * Reads the rows of a prepared statement. It builds the query itself: pg would copy its description property by property,
 * which takes longer than all other work of pg.
 */
export async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { name, text, values }: PreparedStatement,
): Promise<Row[]> {
  // The type is that of a configuration: pg's types know no promise of a query.
  const query: pg.QueryConfig = Object.assign(new pg.Query(text, values), { name, text })
  const { rows } = await asRead(() => pool.query<Row>(query))
  return rows
}

/** Runs one query of the pool as a write, for a request that otherwise only reads. */
export function asWrite<Result>(query: () => Promise<Result>): Promise<Result> {
  return runAs(false, query)
}

function runAs<Result>(isRead: boolean, query: () => Promise<Result>): Promise<Result> {
  isNextRead = isRead
  try {
    return query()
  } finally {
    isNextRead = undefined
  }
}

/** Until when the current request may wait for a connection, in milliseconds of performance.now(). */
export function getDeadline(): number {
  return currentDeadline().at
}

/**
 * Runs the work with a deadline for its waits on the database, by default as a read inside of a read. In Node 20 an
 * active AsyncLocalStorage costs some microseconds per promise, so it is disabled whenever no request needs it.
 */
export async function withDeadline<Result>(
  at: number,
  work: () => Promise<Result>,
  isRead = deadlines.getStore()?.isRead ?? false,
): Promise<Result> {
  runningCount += 1
  try {
    return await deadlines.run({ at, hasFailed: false, isRead }, work)
  } finally {
    runningCount -= 1
    if (runningCount === 0) deadlines.disable()
  }
}

/** Starts work that outlives the request which asks for it: its waits have their own time. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return deadlines.exit(work)
}
