import type net from 'node:net'
import type pg from 'pg'
import type { Backend, BackendProbe } from './backend-probe'
import { DatabaseClient } from './database-client'

export type WatchdogOptions = {
  probe: BackendProbe
  /** The watchdog probes a silent connection again after this time. */
  probeIntervalMs: number
  /** Every open connection. */
  openClients: Set<WatchdogClient>
}

/**
 * Detects a frozen PostgreSQL server or a network that drops packets: PostgreSQL's own timeouts do not help
 * there. If a query takes too long, it probes the backend over a second connection, repeatedly. It gives the
 * connection up unless PostgreSQL says that the backend is at work, and closes the idle connections too: they
 * are as silent.
 */
export class WatchdogClient extends DatabaseClient {
  declare readonly readyForQuery: boolean
  /** The pool sets it for each use. */
  declare release: pg.PoolClient['release']
  isWaitingForStandby = false
  readonly #options: WatchdogOptions
  #backend: Backend | undefined
  #timer: NodeJS.Timeout | undefined
  /** The byte count at the last probe, and the number of probes with that count and the time of the first. */
  #lastProbe = { traffic: 0, count: 0, since: 0 }

  constructor(options: WatchdogOptions, config: pg.ClientConfig) {
    super(config)
    this.#options = options
    options.openClients.add(this)
    this.connection.once('end', () => {
      this.stopWatching()
      options.openClients.delete(this)
    })
    this.probeAfter(options.probeIntervalMs)
  }

  /** Tells which backend to probe: a pooler makes up the pid that pg learns at the login. */
  setBackend(backend: Backend): void {
    this.#backend = backend
  }

  /** Probes the backend after this time if it is still busy then. */
  probeAfter(milliseconds: number): void {
    this.stopWatching()
    this.#timer = setTimeout(() => void this.#probe(), milliseconds)
  }

  stopWatching(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Closes the socket at once, without telling PostgreSQL. */
  abort(reason?: Error): void {
    this.connection.stream.destroy(reason)
  }

  async #probe(): Promise<void> {
    const { probe, probeIntervalMs } = this.#options
    const [timer, traffic] = [this.#timer, this.#traffic()]
    if (traffic !== this.#lastProbe.traffic) {
      this.#lastProbe = { traffic, count: 0, since: performance.now() }
    }
    this.#lastProbe.count += 1
    const { count, since } = this.#lastProbe
    // False if the connection has passed to another request meanwhile, or if no query is running.
    const isPending = () => this.#timer === timer && !this.readyForQuery
    // A query that was sent just now may still get its answer, unless PostgreSQL stays silent.
    const isSilent = () =>
      isPending() && this.#traffic() === traffic && performance.now() - since > probeIntervalMs / 3
    const isCommitted = this.isWaitingForStandby
    const backend = this.#backend
    // Without a backend, there is nothing to probe: a pooler waits for PostgreSQL.
    const ask = () =>
      backend ? probe({ backend, isPending, isSilent, isCommitted }) : ('lost' as const)
    const state = isPending() ? await ask() : 'active'
    if (state === 'lost') return this.#giveUp()
    if (this.#timer !== timer) return
    const isSameQuery = isPending() && this.#traffic() === traffic
    if (state === 'standby' && isSameQuery && !isCommitted) this.#answerWithoutStandby()
    this.probeAfter(delayAfter(count, probeIntervalMs))
  }

  #giveUp(): void {
    if (!this.isWaitingForStandby) {
      // The idle ones first, so that the failed request does not retry on one of them.
      for (const client of this.#options.openClients) {
        if (client.#isIdle()) client.abort(silenceError())
      }
    }
    this.abort(silenceError())
  }

  /**
   * Fails the query now, as a broken connection would, so that the connection takes no other. It stays open until
   * PostgreSQL answers, and counts as one of the pool's until then. Then the pool closes it.
   */
  #answerWithoutStandby(): void {
    const release = this.release
    const close = () => {
      if (!this.isWaitingForStandby) return
      this.isWaitingForStandby = false
      release(true)
    }
    this.isWaitingForStandby = true
    this.release = () => {}
    this.connection.once('readyForQuery', close)
    this.connection.stream.once('close', close)
    this.connection.emit('error', new StandbyWaitError())
  }

  /** The pool holds it, and stopped the timer. */
  #isIdle(): boolean {
    return this.#timer === undefined
  }

  #traffic(): number {
    const { bytesRead, bytesWritten } = this.connection.stream as net.Socket
    return bytesRead + bytesWritten
  }
}

/**
 * Milliseconds until the next probe. The second comes early, because a connection that was between two queries
 * at the first may wait for a lock just after it. The third comes after a third of the interval in all.
 */
function delayAfter(probeCount: number, probeIntervalMs: number): number {
  if (probeCount === 1) return probeIntervalMs / 12
  return probeCount === 2 ? probeIntervalMs / 4 : probeIntervalMs
}

const standbyWaitCode = 'STANDBY_WAIT'

/** The commit is on the disk of the primary, and waits for its standby. It takes effect unless the primary is lost. */
export class StandbyWaitError extends Error {
  override name = 'StandbyWaitError'
  readonly code = standbyWaitCode

  constructor() {
    super('The commit waits for a standby.')
  }
}

/** Prisma's own error for a single query keeps only the code. */
export function isStandbyWait(error: unknown): boolean {
  return Object(error).code === standbyWaitCode
}

function silenceError(): Error {
  return Object.assign(new Error('The database has stopped answering.'), { code: 'ETIMEDOUT' })
}
