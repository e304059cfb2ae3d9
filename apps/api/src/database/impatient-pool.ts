import pg from 'pg'
import { AttentiveClient } from './attentive-client'
import { currentTurn, type Turn } from './last-moment'

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
  readonly #turns = new WeakMap<pg.PoolClient, Turn>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (error, client) => {
      const turn = this.#turns.get(client)
      if (error && turn) turn.hasFailed = true
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
    const turn = currentTurn()
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
      if (client instanceof AttentiveClient) client.askAfter(Math.max(glance, rest))
      lend(error, client, done)
    })
    // Else a connection that is made later, for somebody who waits, had the time of whoever asked last.
    this.options.connectionTimeoutMillis = chance
  }
}
