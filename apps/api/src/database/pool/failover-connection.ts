import net from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { StartError } from '#src/errors'
import type { DatabaseAddress, ServerTarget } from '#src/database-address'

/** A server that has not answered within this time gets a rival: Stockie tries the next server too. */
const headStartMs = 250

/** Index of the server that worked last, by the names of the servers. */
const lastServers = new Map<string, number>()

/**
 * The connection of a client whose address names several servers, or the kind of a server. Each server gets a
 * login by a client of its own, and this connection continues the session of the first that fits. PostgreSQL
 * reports at the login whether it can write, so that costs no round trip.
 */
export class FailoverConnection extends pg.Connection {
  declare stream: Duplex
  readonly #address: DatabaseAddress
  readonly #openClient: (server: string) => pg.Client
  readonly #clients = new Set<pg.Client>()
  #isDone = false

  constructor(address: DatabaseAddress, openClient: (server: string) => pg.Client) {
    // Has no server yet. pg destroys it if the time is up.
    super({ stream: () => new net.Socket() })
    this.#address = address
    this.#openClient = openClient
  }

  /** Called by the client in place of pg's own method. */
  connect(): void {
    // Otherwise pg's end() would believe that there is nothing to end.
    Object.assign(this, { _connecting: true })
    this.stream.once('error', (error) => this.emit('error', error))
    this.stream.once('close', () => {
      this.#stopSearching()
      this.emit('end')
    })
    this.#search().then(
      (client) => this.#continueSession(client),
      (error: unknown) => this.stream.destroy(error instanceof Error ? error : undefined),
    )
  }

  override end(): void {
    if (this.#isDone) super.end()
    else this.stream.destroy()
  }

  /** Tries the servers in turn, the one that worked last first. */
  #search(): Promise<pg.Client> {
    const { servers, place } = this.#address
    const [names = ''] = place.split('/', 1)
    const first = lastServers.get(names) ?? 0
    const waiting = servers.map((_server, position) => (first + position) % servers.length)
    const failures: unknown[] = []

    return new Promise((resolve, reject) => {
      const tryNext = (): void => {
        if (this.#isDone) return
        const index = waiting.shift()
        if (index === undefined) {
          if (failures.length === servers.length) reject(mostTelling(failures))
          return
        }
        const timer = setTimeout(tryNext, headStartMs)
        const logIn = this.#logIn(servers[index] ?? '').finally(() => clearTimeout(timer))
        logIn.then(
          (client) => {
            if (!this.#isDone) lastServers.set(names, index)
            return resolve(client)
          },
          (error: unknown) => {
            failures.push(error)
            tryNext()
          },
        )
      }
      tryNext()
    })
  }

  /** Fails if the server is not what the address asks for. */
  async #logIn(server: string): Promise<pg.Client> {
    const client = this.#openClient(server)
    this.#clients.add(client)
    client.on('error', () => {})
    const reported = new Map<string, string>()
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
      reported.set(parameterName, parameterValue),
    )
    await client.connect()
    if (fits(reported, this.#address.target)) return client
    await client.end()
    throw new NoPrimaryError()
  }

  /** Sends what this server says to the client of this connection, and the other way round. */
  #continueSession(client: pg.Client): void {
    const { connection } = client
    this.#clients.delete(client)
    this.#stopSearching()
    this.stream.removeAllListeners().destroy()
    this.stream = connection.stream
    connection.removeAllListeners()
    connection.emit = (event, ...values) => this.emit(event, ...values)
    const { processID, secretKey } = client as LoggedInClient
    this.emit('backendKeyData', { processID, secretKey })
    this.emit('readyForQuery', { status: 'I' })
  }

  #stopSearching(): void {
    this.#isDone = true
    for (const client of this.#clients) client.connection.stream.destroy()
    this.#clients.clear()
  }
}

type LoggedInClient = pg.Client & { processID: number; secretKey: number }

/** Whether a server is of the demanded kind, by the settings that it reported at the login. */
function fits(reported: Map<string, string>, target: ServerTarget | undefined): boolean {
  if (target === 'any') return true
  if (reported.get('in_hot_standby') === 'on') return false
  return target === 'primary' || reported.get('default_transaction_read_only') !== 'on'
}

/** A wrong password tells more than a server that is down, and a standby alone more than its dead primary. */
function mostTelling(failures: unknown[]): unknown {
  const refusal = failures.find(
    (error) => error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? ''),
  )
  return refusal ?? failures.find((error) => error instanceof NoPrimaryError) ?? failures[0]
}

/** Every server that answers is a standby or read-only. */
class NoPrimaryError extends StartError {
  override name = 'NoPrimaryError'
  /** PostgreSQL's code for "unable to connect". Callers of the API get a 503. */
  readonly code = '08001'

  constructor() {
    super(
      'No server in DATABASE_URL can be written to: check that the primary runs, and that DATABASE_URL names it.',
    )
  }
}
