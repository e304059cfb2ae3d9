import pg from 'pg'
import { AttentiveClient } from './attentive-client'
import { lastMoment } from './last-moment'

type Lend = Parameters<pg.Pool['connect']>[0]

/** Whoever comes in time has time enough for a connection that is made first. */
const least = 100

/** A database that did not take a connection in less was not given a chance to. */
const chance = 1_000

/** After its last moment a request has so long for what it has begun, unless that is at work by then. */
const grace = 200

/** What is begun later still is mostly done after that, and nobody need ask about it. */
const glance = 100

/** Lends each connection by the last moment of whoever asks for it, and not by a time of its own. */
export class ImpatientPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config)
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
    // As the pool itself says it, so that there is one such error.
    const late = new Error('timeout exceeded when trying to connect')
    // What took long before, such as comparing a password, may end well, but nobody waits for it any more.
    const isFree = this.idleCount > this.waitingCount
    if (left <= 0 && !isFree) return lend(late, undefined, () => {})
    // The pool looks at it while it is asked, and has no other way to be told.
    this.options.connectionTimeoutMillis = Math.max(least, left)
    super.connect((error, client, done) => {
      const isHaste = left < chance && error?.message.endsWith('due to connection timeout')
      const rest = last + grace - performance.now()
      if (client instanceof AttentiveClient) client.askAfter(Math.max(glance, rest))
      lend(isHaste ? late : error, client, done)
    })
    // Else a connection that is made later, for somebody who waits, had the time of whoever asked last.
    this.options.connectionTimeoutMillis = chance
  }
}
