import pg from 'pg'
import { AttentiveClient } from './attentive-client'
import { lastMoment } from './last-moment'

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
export class ImpatientPool extends pg.Pool {
  /** Whether the database took the last connection that was to be made. */
  #isTaking = true

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', () => {
      this.#isTaking = true
    })
    this.on('release', (_error, client) => {
      if (client instanceof AttentiveClient) client.leaveAlone()
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
    const last = lastMoment()
    const left = last - performance.now()
    const hasRoom = this.totalCount < this.options.max
    // What took long before, such as comparing a password, may end well, but nobody waits for the others any more,
    // nor again and again for a database that takes no connection.
    const isFree = this.idleCount > this.waitingCount || (hasRoom && this.#isTaking)
    if (left <= 0 && !isFree) return lend(new Error(tooLate), undefined, () => {})
    // The pool looks at it while it is asked, and has no other way to be told.
    this.options.connectionTimeoutMillis = Math.max(left, hasRoom ? chance : least)
    super.connect((error, client, done) => {
      if (error && error.message !== tooLate) this.#isTaking = false
      const rest = last + grace - performance.now()
      if (client instanceof AttentiveClient) client.askAfter(Math.max(glance, rest))
      lend(error, client, done)
    })
    // Else a connection that is made later, for somebody who waits, had the time of whoever asked last.
    this.options.connectionTimeoutMillis = chance
  }
}
