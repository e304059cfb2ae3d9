import net from 'node:net'
import type pg from 'pg'
import type { BackendProbe } from './backend-probe'
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
  declare readonly processID: number | null
  declare readonly readyForQuery: boolean
  readonly #options: WatchdogOptions
  readonly #socket: net.Socket
  #timer: NodeJS.Timeout | undefined
  /** The byte count at the last probe, and the number of probes with that count and the time of the first. */
  #lastProbe = { traffic: 0, count: 0, since: 0 }

  constructor(options: WatchdogOptions, config?: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, stream: () => socket })
    this.#options = options
    this.#socket = socket
    options.openClients.add(this)
    socket.once('close', () => {
      this.stopWatching()
      options.openClients.delete(this)
    })
    this.probeAfter(options.probeIntervalMs)
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
    this.#socket.destroy(reason)
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
    const pid = this.processID ?? 0
    if (!isPending() || (await probe({ pid, isPending, isSilent }))) {
      if (this.#timer === timer) this.probeAfter(delayAfter(count, probeIntervalMs))
      return
    }
    // The idle ones first, so that the failed request does not retry on one of them.
    for (const client of this.#options.openClients) {
      if (client.#isIdle()) client.abort(silenceError())
    }
    this.abort(silenceError())
  }

  /** The pool holds it, and stopped the timer. */
  #isIdle(): boolean {
    return this.#timer === undefined
  }

  #traffic(): number {
    return this.#socket.bytesRead + this.#socket.bytesWritten
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

function silenceError(): Error {
  return Object.assign(new Error('The database has stopped answering.'), { code: 'ETIMEDOUT' })
}
