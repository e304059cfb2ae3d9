import net from 'node:net'
import pg from 'pg'
import { isWorking } from './is-working'

export type Attention = {
  connectionString: string
  /** After how many milliseconds of nothing PostgreSQL is asked again, and how long for. */
  silence: number
  /** Has every connection for as long as it is open. */
  open: Set<net.Socket>
}

/**
 * PostgreSQL ends what takes too long, but not when it is frozen itself, or the network swallows what
 * either side says. What is asked for longer than it should take is asked about over a connection of its
 * own, again and again, and given up unless PostgreSQL answers there that it is at work.
 */
export class AttentiveClient extends pg.Client {
  declare readonly processID: number | null
  declare readonly readyForQuery: boolean
  readonly #attention: Attention
  readonly #socket: net.Socket
  #timer: NodeJS.Timeout | undefined

  constructor(attention: Attention, config?: pg.ClientConfig) {
    const socket = new net.Socket()
    super({ ...config, stream: () => socket })
    this.#attention = attention
    this.#socket = socket
    attention.open.add(socket)
    socket.once('close', () => {
      this.leaveAlone()
      attention.open.delete(socket)
    })
    this.askAfter(attention.silence)
  }

  /** What it is busy with then, in so many milliseconds, has taken long. */
  askAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), milliseconds)
  }

  leaveAlone(): void {
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    const { connectionString, silence } = this.#attention
    // Where nothing was asked there is nothing to be said.
    const isIdle = this.readyForQuery
    if (isIdle || (await isWorking(connectionString, this.processID ?? 0, silence))) {
      this.askAfter(silence)
      return
    }
    const silent = new Error('The database has fallen silent.')
    this.#socket.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }))
  }
}
