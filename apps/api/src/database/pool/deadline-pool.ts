import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { WatchdogClient } from './watchdog-client'

type Lend = Parameters<pg.Pool['connect']>[0]

/** Whoever comes just in time waits a little for a connection that others have. */
const least = 100

/** So long a connection is being made at least, whoever asks for it: a healthy database takes one in less. */
const chance = 1_000

/** After its last moment a request has so long for what it has begun, unless that is at work by then. */
const grace = 200

/** What is begun later still is mostly done after that, and nobody need ask about it. */
const glance = 100

/** As the pool itself says it, so that there is one such error. */
const tooLate = 'timeout exceeded when trying to connect'

/** Lends each connection by the last moment of whoever asks for it, and not by a time of its own. */
export class DeadlinePool extends pg.Pool {
  readonly #turns = new WeakMap<pg.PoolClient, Deadline>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (error, client) => {
      const turn = this.#turns.get(client)
      if (error && turn) turn.hasFailed = true
      if (client instanceof WatchdogClient) client.leaveAlone()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(lend: Lend): void
  override connect(lend?: Lend): Promise<pg.PoolClient> | void {
    if (lend) return this.#lendInTime(lend)
    return new Promise((resolve, reject) => {
      this.#lendInTime((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #lendInTime(lend: Lend): void {
    const turn = currentDeadline()
    const left = turn.last - performance.now()
    const hasRoom = this.totalCount < this.options.max
    // What took long before, such as comparing a password, may end well. But nobody waits for the others any more, nor
    // for a database that has failed them already.
    const isFree = this.idleCount > this.waitingCount || (hasRoom && !turn.hasFailed)
    if (left <= 0 && !isFree) return lend(new Error(tooLate), undefined, () => {})
    // The pool looks at it while it is asked, and has no other way to be told.
    this.options.connectionTimeoutMillis = Math.max(left, hasRoom ? chance : least)
    super.connect((error, client, done) => {
      if (client) this.#turns.set(client, turn)
      else turn.hasFailed = true
      const rest = turn.last + grace - performance.now()
      if (client instanceof WatchdogClient) client.askAfter(Math.max(glance, rest))
      lend(error, client, done)
    })
    // Else a connection that is made later, for somebody who waits, had the time of whoever asked last.
    this.options.connectionTimeoutMillis = chance
  }
}

/**
 * So many milliseconds after a request has come it waits for no connection any more. With what its last
 * statement may then wait for a lock, it is answered within 3 seconds.
 */
const patience = 1_900

export type Deadline = {
  last: number
  /** Whether the database has refused something by now, or given no connection. */
  hasFailed: boolean
}

const turns = new AsyncLocalStorage<Deadline>()
let inUse = 0

/** Whose time that is which what runs here takes: its own, as long as anything may from now on, if nobody else's. */
function currentDeadline(): Deadline {
  return turns.getStore() ?? { last: performance.now() + patience, hasFailed: false }
}

/** Until when what runs here may wait for its turn. */
export function deadline(): number {
  return currentDeadline().last
}

/**
 * By that moment this work has waited for its turn in the database, whoever asks. Knowing whose a query is
 * costs Node 20 some microseconds for every promise there is, so it stops knowing whenever nobody needs it.
 */
export async function withDeadline<Result>(
  last: number,
  work: () => Promise<Result>,
): Promise<Result> {
  inUse += 1
  try {
    return await turns.run({ last, hasFailed: false }, work)
  } finally {
    inUse -= 1
    if (inUse === 0) turns.disable()
  }
}
