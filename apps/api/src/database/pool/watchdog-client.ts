import net from 'node:net'
import pg from 'pg'
import { DatabaseClient } from './database-client'

export type WatchdogOptions = {
  connectionString: string
  /** The watchdog probes a silent connection again after this time, and waits this long for an answer. */
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
  /** The byte count at the last probe, and the time of the first probe with that count. */
  #lastProbe = { traffic: 0, since: 0 }

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
    const { connectionString, probeIntervalMs } = this.#options
    const [timer, traffic] = [this.#timer, this.#traffic()]
    const isQuiet = traffic === this.#lastProbe.traffic
    if (!isQuiet) this.#lastProbe = { traffic, since: performance.now() }
    const { since } = this.#lastProbe
    // False if the connection has passed to another request meanwhile, or if no query is running.
    const isPending = () => this.#timer === timer && !this.readyForQuery
    // A query that was sent just now may still get its answer, unless PostgreSQL stays silent.
    const isSilent = () =>
      isPending() && this.#traffic() === traffic && performance.now() - since > probeIntervalMs / 3
    const pid = this.processID ?? 0
    const target = { connectionString, pid, timeoutMs: probeIntervalMs, isPending, isSilent }
    if (!isPending() || (await probeBackend(target))) {
      if (this.#timer === timer) this.probeAfter(isQuiet ? probeIntervalMs : probeIntervalMs / 3)
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

function silenceError(): Error {
  return Object.assign(new Error('The database has stopped answering.'), { code: 'ETIMEDOUT' })
}

const backendStateSql = `
  select state like 'idle%' as "isIdle", wait_event_type = 'Lock' as "isWaiting"
  from pg_stat_activity where pid = $1`

type ProbeTarget = {
  connectionString: string
  pid: number
  /** How long PostgreSQL may take to answer the probe. */
  timeoutMs: number
  /** Whether this backend still runs the same query as at the start of the probe. */
  isPending: () => boolean
  /** Whether this backend has sent nothing for that query for too long. */
  isSilent: () => boolean
}

/**
 * Returns whether the backend works on its query. Cancels the query if it only waits for a lock. Terminates a
 * backend that is idle although its client waits (query or answer was lost), which also releases its locks.
 */
async function probeBackend(target: ProbeTarget): Promise<boolean> {
  const { connectionString, pid, timeoutMs, isPending, isSilent } = target
  const socket = new net.Socket()
  const client = new DatabaseClient({ connectionString, stream: () => socket })
  client.on('error', () => {})
  const timer = setTimeout(
    () => socket.destroy(new Error('The probe of the database timed out.')),
    timeoutMs,
  )
  try {
    await client.connect()
    const { rows } = await client.query<{ isIdle: boolean; isWaiting: boolean }>(backendStateSql, [
      pid,
    ])
    const [backend] = rows
    if (backend?.isWaiting && isPending()) {
      await client.query('select pg_cancel_backend($1)', [pid])
    }
    const isLost = (backend?.isIdle ?? true) && isSilent()
    if (isLost) await client.query('select pg_terminate_backend($1)', [pid])
    return !isLost
  } catch (error) {
    // A server that refuses another connection is alive, and may well be at work.
    return error instanceof pg.DatabaseError || !isSilent()
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
