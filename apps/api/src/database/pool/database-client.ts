import pg from 'pg'
import { StartError } from '#src/errors'
import { type DatabaseAddress, parseAddress } from '#src/database-address'
import { FailoverConnection } from './failover-connection'

/**
 * Every connection to PostgreSQL. An address with require_auth=scram-sha-256, which is libpq's name for it,
 * demands that the server proves that it knows the password. The embedded database has such an address: its
 * port may be taken by another program, and pg would tell that program the password.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    const address = parseAddress(config.connectionString ?? '')
    if (!address) throw new Error('The address of the database is not valid.')
    super(address.hasChoice ? withFailover(config, address) : config)
    if (address.hasChoice) this.#endWhenReadOnly()
    else if (address.demandsProof) {
      demandScram(this.connection, `port ${this.port} of ${this.host}`)
    }
  }

  /** A session that cannot write any more is on a former primary. The next session finds the new one. */
  #endWhenReadOnly(): void {
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      // After pg has failed the query with this error, and before the pool gets the session back.
      if (code === '25006') process.nextTick(() => void this.end().catch(() => {}))
    })
  }
}

/** pg takes a connection of ours in its configuration, although its types do not say so. */
function withFailover(config: pg.ClientConfig, address: DatabaseAddress): pg.ClientConfig {
  const open = (server: string) => new DatabaseClient({ ...config, connectionString: server })
  const connection = new FailoverConnection(address, open)
  return Object.assign({ ...config, connectionString: address.servers[0] }, { connection })
}

/** The server's messages until it has proved that it knows the password, in this order. */
const handshake = [
  'authenticationSASL',
  'authenticationSASLContinue',
  'authenticationSASLFinal',
] as const

/** Events of the connection itself. No message of the server has these names. */
const localEvents = new Set<unknown>(['connect', 'sslconnect', 'end', 'newListener'])

/**
 * Withholds every other message of the server from pg until the proof is complete, so that pg answers none:
 * it would send the password as cleartext or as an MD5 hash, and it does not insist on the proof.
 */
function demandScram(connection: pg.Connection, place: string): void {
  const emit = connection.emit.bind(connection)
  let [step, hasFailed] = [0, false]

  function fail(event: string, error: unknown): boolean {
    if (hasFailed) return false
    hasFailed = true
    const isHeard = emit(event, error)
    connection.stream.destroy()
    return isHeard
  }

  connection.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (localEvents.has(event)) return emit(event, ...values)
    const [error] = values
    if (event === 'errorMessage') return fail(event, error)
    if (event === 'error') {
      // pg checks the proof, and its errors about that begin so.
      const isProofWrong = error instanceof Error && error.message.startsWith('SASL')
      return fail(event, isProofWrong ? new UnprovenServerError(place, error) : error)
    }
    if (hasFailed) return false
    if (event !== handshake[step]) return fail('error', new UnprovenServerError(place))
    step += 1
    emit(event, ...values)
    // pg's listener has emitted an error if the proof is wrong.
    if (step === handshake.length && !hasFailed) Reflect.deleteProperty(connection, 'emit')
    return true
  }
}

/** Another program answers at the address of the database. */
class UnprovenServerError extends StartError {
  override name = 'UnprovenServerError'
  /** PostgreSQL's code for "unable to connect". Callers of the API get a 503. */
  readonly code = '08001'

  constructor(place: string, cause?: unknown) {
    super(
      `The program on ${place} did not prove that it is the database, so Stockie did not send the password: stop that program and start Stockie again. If it is your PostgreSQL, set scram-sha-256 in its pg_hba.conf.`,
    )
    this.cause = cause
  }
}
