import net from 'node:net'
import pg from 'pg'

export type Attention = {
  connectionString: string
  /** After how many milliseconds of nothing PostgreSQL is asked again, and how long for. */
  silence: number
  /** Has every connection for as long as it is open. */
  open: Set<WatchdogClient>
}

/**
 * PostgreSQL ends what takes too long, but not when it is frozen itself, or the network swallows what
 * either side says. What is asked for longer than it should take is asked about over a connection of its
 * own, again and again, and given up unless PostgreSQL answers there that it is at work. With it goes what
 * lies idle, which would be found as silent by whoever is lent it next.
 */
export class WatchdogClient extends pg.Client {
  declare readonly processID: number | null
  declare readonly readyForQuery: boolean
  readonly #attention: Attention
  readonly #socket: net.Socket
  #timer: NodeJS.Timeout | undefined
  /** How much had come and gone when PostgreSQL was asked last, and when it was first asked with no more. */
  #seen = { traffic: 0, since: 0 }

  constructor(attention: Attention, config?: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, stream: () => socket })
    this.#attention = attention
    this.#socket = socket
    attention.open.add(this)
    socket.once('close', () => {
      this.leaveAlone()
      attention.open.delete(this)
    })
    this.askAfter(attention.silence)
  }

  /** What it is busy with then, in so many milliseconds, has taken long. */
  askAfter(milliseconds: number): void {
    this.leaveAlone()
    this.#timer = setTimeout(() => void this.#ask(), milliseconds)
  }

  leaveAlone(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Ends it as it is, whether or not PostgreSQL hears of that. */
  cut(reason?: Error): void {
    this.#socket.destroy(reason)
  }

  async #ask(): Promise<void> {
    const { connectionString, silence } = this.#attention
    const [timer, traffic] = [this.#timer, this.#traffic()]
    const isQuiet = traffic === this.#seen.traffic
    if (!isQuiet) this.#seen = { traffic, since: performance.now() }
    const { since } = this.#seen
    // Not where it has passed to somebody else meanwhile, nor where nothing is asked.
    const isAsked = () => this.#timer === timer && !this.readyForQuery
    // What was asked just now may be answered yet, unless PostgreSQL says nothing at all meanwhile.
    const isUnheard = () =>
      isAsked() && this.#traffic() === traffic && performance.now() - since > silence / 3
    const pid = this.processID ?? 0
    const asked = { connectionString, pid, patience: silence, isAsked, isUnheard }
    if (!isAsked() || (await probeBackend(asked))) {
      if (this.#timer === timer) this.askAfter(isQuiet ? silence : silence / 3)
      return
    }
    // The idle ones first, so that whoever asked here does not go on with one of them.
    for (const client of this.#attention.open) if (client.#isIdle()) client.cut(silent())
    this.cut(silent())
  }

  /** The pool has it, and leaves it alone. */
  #isIdle(): boolean {
    return this.#timer === undefined
  }

  #traffic(): number {
    return this.#socket.bytesRead + this.#socket.bytesWritten
  }
}

function silent(): Error {
  return Object.assign(new Error('The database has fallen silent.'), { code: 'ETIMEDOUT' })
}

const question = `
  select state like 'idle%' as "isIdle", wait_event_type = 'Lock' as "isWaiting"
  from pg_stat_activity where pid = $1`

type Asked = {
  connectionString: string
  pid: number
  /** So many milliseconds PostgreSQL has for its answer. */
  patience: number
  /** Whether this backend is still asked for the same as when this began. */
  isAsked: () => boolean
  /** Whether it has said nothing to that for long by now. */
  isUnheard: () => boolean
}

/**
 * Whether PostgreSQL is at work on what this backend of its was asked. One that only waits for a lock waits
 * no longer. One that does nothing, and has not answered either, was never reached or never heard: it
 * ends, and with it the locks that it holds.
 */
async function probeBackend(asked: Asked): Promise<boolean> {
  const { connectionString, pid, patience, isAsked, isUnheard } = asked
  const socket = new net.Socket()
  const client = new pg.Client({ connectionString, stream: () => socket })
  client.on('error', () => {})
  const limit = setTimeout(() => socket.destroy(new Error('No answer in time.')), patience)
  try {
    await client.connect()
    const { rows } = await client.query<{ isIdle: boolean; isWaiting: boolean }>(question, [pid])
    const [found] = rows
    if (found?.isWaiting && isAsked()) await client.query('select pg_cancel_backend($1)', [pid])
    const isLost = (found?.isIdle ?? true) && isUnheard()
    if (isLost) await client.query('select pg_terminate_backend($1)', [pid])
    return !isLost
  } catch (error) {
    // One that has no connection left for us is alive, and may be at work as well.
    return error instanceof pg.DatabaseError || !isUnheard()
  } finally {
    clearTimeout(limit)
    socket.destroy()
  }
}
