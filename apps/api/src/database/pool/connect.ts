import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'

import { WatchdogClient } from './watchdog-client'
import { PrismaClient } from '#src/database/generated/client'
import { DeadlinePool } from './deadline-pool'

type ConnectOptions = {
  /** How many connections at most. */
  max?: number
  /** Hears of connections that broke while nobody used them. */
  onIdleError?: (error: Error) => void
  /** After how many milliseconds of nothing PostgreSQL is asked about a connection. */
  silence?: number
}

export type Connection = {
  db: PrismaClient
  /** The same connections for a single statement of our own SQL. */
  pool: pg.Pool
  close: () => Promise<void>
}

/**
 * What a request may cost at most: by default everything is waited for without end. Locks are waited for
 * until the last moment of a request, which comes sooner; where nobody can ask PostgreSQL about that, so long.
 */
const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 5_000,
}

/**
 * Prisma's own are shorter than what a connection and a row are waited for, and would end a transaction
 * that the pool and PostgreSQL still allow to wait.
 */
const transactionOptions = { maxWait: 6_000, timeout: 10_000 }

/** How long whoever has a connection may go on with it when everything ends. */
const lastWords = 2_000

/**
 * One pool for Prisma and for our own SQL. Nothing is connected before the first query, and a
 * connection that breaks is replaced at the next one.
 */
export function connect(
  databaseUrl: string,
  { max = 10, onIdleError = () => {}, silence = 3_000 }: ConnectOptions = {},
): Connection {
  const attention = { connectionString: databaseUrl, silence, open: new Set<WatchdogClient>() }
  const pool = new DeadlinePool({
    connectionString: databaseUrl,
    application_name: 'stockie',
    max,
    keepAlive: true,
    types: plainTypes(),
    Client: class extends WatchdogClient {
      constructor(config?: pg.ClientConfig) {
        super(attention, config)
      }
    },
    onConnect: settle,
    ...timeouts,
  })
  // An error event that nobody hears ends the process: PostgreSQL killed or restarted, say. The
  // pool hears its idle clients, and leaves those it lent out to whoever borrowed them. The query
  // that meets the broken connection fails by itself.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  // Prisma could name its statements so that PostgreSQL keeps their plans. It must not for texts
  // that vary without bound (`in` lists); hot paths name their own statements on the pool.
  const db = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions })

  function cutAll(): void {
    for (const client of attention.open) client.cut()
  }

  async function close(): Promise<void> {
    const cutOff = setTimeout(cutAll, lastWords)
    await db.$disconnect()
    await pool.end()
    clearTimeout(cutOff)
  }

  return { db, pool, close }
}

/**
 * Whatever the database's own settings are. Prisma sends and reads instants in UTC without saying so:
 * in a session of another zone what it adds would be hours off, and on another day. Compiling a plan,
 * which PostgreSQL does with those that it thinks long, takes longer than running any of ours. And
 * PostgreSQL looks every other second whether somebody is there still to hear what it works on, where the
 * system that it runs on can tell; over a network that takes some seconds more. The pool waits for what
 * this returns, which its types do not tell.
 */
function settle(client: pg.ClientBase): unknown {
  return client.query(`
    set time zone 'UTC'; set datestyle to 'ISO'; set jit to off;
    set tcp_keepalives_idle to 5; set tcp_keepalives_interval to 2; set tcp_keepalives_count to 3;
    do $$ begin
      perform set_config('client_connection_check_interval', '2s', false);
    exception when others then null; end $$`)
}

/** How our own SQL gets its values. Set on this pool alone: Prisma brings its own for its queries. */
function plainTypes(): pg.CustomTypesConfig {
  const { builtins } = pg.types
  const types = new pg.TypeOverrides()
  // A day stays 'yyyy-MM-dd': as a Date it would be another day in another zone.
  types.setTypeParser(builtins.DATE, String)
  // Counts and sums come as texts otherwise. The contract's limits keep them exact.
  types.setTypeParser(builtins.INT8, Number)
  types.setTypeParser(builtins.NUMERIC, Number)
  // What PostgreSQL writes as JSON is sent on as it is; what we read ourselves comes as JSONB.
  types.setTypeParser(builtins.JSON, String)
  return types
}
