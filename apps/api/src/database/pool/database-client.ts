import pg from 'pg'
import { StartError } from '#src/errors'

/**
 * Every connection to PostgreSQL. An address with require_auth=scram-sha-256, which is libpq's name for it,
 * demands that the server proves that it knows the password. The embedded database has such an address: its
 * port may be taken by another program, and pg would tell that program the password.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config)
    if (demandsProof(config.connectionString ?? '')) {
      demandScram(this.connection, `port ${this.port} of ${this.host}`)
    }
  }
}

export const scramOnly = 'require_auth=scram-sha-256'

function demandsProof(address: string): boolean {
  return (
    URL.canParse(address) && new URL(address).searchParams.get('require_auth') === 'scram-sha-256'
  )
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
