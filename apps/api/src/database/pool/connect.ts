import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'

import { type Backend, createBackendProbe } from './backend-probe'
import { WatchdogClient } from './watchdog-client'
import { PrismaClient } from '#src/database/generated/client'
import { DeadlinePool } from './deadline-pool'

type ConnectOptions = {
  /** Maximum number of connections. A fifth of them is for reads alone. */
  max?: number
  /** Called when a connection breaks while it is idle. */
  onIdleError?: (error: Error) => void
  /** The watchdog probes a connection that was silent for this long, and waits as long for an answer. */
  probeIntervalMs?: number
  /** PostgreSQL ends a statement that takes longer. */
  statementTimeout?: string
}

export type Connection = {
  db: PrismaClient
  /** The same connections for a single statement of our own SQL. */
  pool: DeadlinePool
  close: () => Promise<void>
}

/**
 * PostgreSQL's defaults wait without limit. The watchdog ends a lock wait earlier, at the request's deadline;
 * lock_timeout applies if the watchdog cannot reach PostgreSQL. pg could send these at the login, but PgBouncer
 * refuses that.
 */
const timeouts = `
  set lock_timeout to '3s';
  set idle_in_transaction_session_timeout to '5s';`

/** Prisma's defaults are shorter: they would end transactions that the pool and PostgreSQL still let wait. */
const transactionOptions = { maxWait: 6_000, timeout: 10_000 }

/** At shutdown, running queries and waiting commits get this long. Then their sockets close without a cancel. */
const closeTimeoutMs = 2_000

/**
 * One pool for Prisma and for our own SQL. It connects at the first query, and replaces a broken
 * connection at the next one.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Connection {
  const { pool, close } = openPool(databaseUrl, options)
  // No named statements for Prisma: texts with `in` lists vary without bound, and PostgreSQL would keep
  // a plan for each. Hot paths use their own named statements on the pool.
  const db = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions })
  return { db, pool, close: () => close(db.$disconnect()) }
}

type OpenPool = {
  pool: DeadlinePool
  /** Closes the pool after work that still uses it. */
  close: (work?: Promise<void>) => Promise<void>
}

/** The pool alone. */
export function openPool(
  databaseUrl: string,
  {
    max = 10,
    onIdleError = () => {},
    probeIntervalMs = 3_000,
    statementTimeout = '30s',
  }: ConnectOptions = {},
): OpenPool {
  const openClients = new Set<WatchdogClient>()
  const probe = createBackendProbe({ connectionString: databaseUrl, timeoutMs: probeIntervalMs })
  const watchdog = { probe, probeIntervalMs, openClients }
  const poolConfig = {
    connectionString: databaseUrl,
    application_name: 'stockie',
    max,
    keepAlive: true,
    types: createTypeParsers(),
    Client: class extends WatchdogClient {
      constructor(config: pg.ClientConfig = {}) {
        super(watchdog, config)
      }
    },
    onConnect: (client: pg.ClientBase) => configureSession(client, statementTimeout),
  }
  const pool = new DeadlinePool(poolConfig, openClients)
  // An error event without a listener ends the process, for example when PostgreSQL restarts. The pool
  // listens only to idle clients. For the others the query fails, so their event needs no handling.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))

  function abortAll(): void {
    for (const client of openClients) client.abort()
  }

  async function close(work?: Promise<void>): Promise<void> {
    const timer = setTimeout(abortAll, closeTimeoutMs)
    await work
    await pool.end()
    clearTimeout(timer)
  }

  return { pool, close }
}

/**
 * Says that the API is the client (prisma/sql/books.sql), and overrides the database's own settings. Prisma assumes
 * UTC without saying so: in another zone its instants would be hours off, and on another day. JIT compilation takes
 * longer than running any of our queries. The page cost suits memory and solid-state disks (decision 074): with the
 * default of disks that turn, PostgreSQL reads all lines to find those of a month. Every 2 seconds PostgreSQL checks
 * that the client is still connected, if its system supports that; over a network the keepalives add some seconds.
 * The pool awaits the result, although its types do not say so.
 */
function configureSession(client: pg.ClientBase, statementTimeout: string): unknown {
  const settings = `
    set statement_timeout to '${statementTimeout}'; ${timeouts}
    set time zone 'UTC'; set datestyle to 'ISO'; set jit to off; set random_page_cost to 1.1;
    set stockie.api to on;
    set tcp_keepalives_idle to 5; set tcp_keepalives_interval to 2; set tcp_keepalives_count to 3;
    do $$ begin
      perform set_config('client_connection_check_interval', '2s', false);
    exception when others then null; end $$;
    select pid, extract(epoch from backend_start)::text as start
    from pg_stat_get_activity(pg_backend_pid())`
  return client.query<Backend>(settings).then((results) => {
    // pg returns a result for each statement, although its types do not say so.
    const [backend] = [results].flat().at(-1)?.rows ?? []
    if (backend && client instanceof WatchdogClient) client.setBackend(backend)
    return client
  })
}

/** Type parsers of our own SQL, for this pool only. Prisma brings its own for its queries. */
function createTypeParsers(): pg.CustomTypesConfig {
  const { builtins } = pg.types
  const types = new pg.TypeOverrides()
  // A day stays 'yyyy-MM-dd': as a Date it would be another day in another zone.
  types.setTypeParser(builtins.DATE, String)
  // By default pg returns counts and sums as strings. The contract's limits keep them exact as numbers.
  types.setTypeParser(builtins.INT8, Number)
  types.setTypeParser(builtins.NUMERIC, Number)
  // JSON columns go to the client unparsed. Queries that the API reads itself return JSONB.
  types.setTypeParser(builtins.JSON, String)
  return types
}
