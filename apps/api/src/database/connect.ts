import net from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'

import { PrismaClient } from './generated/client'

type ConnectOptions = {
  /** How many connections at most. */
  max?: number
  /** Hears of connections that broke while nobody used them. */
  onIdleError?: (error: Error) => void
  /** After how many milliseconds of silence a connection is given up. */
  longestSilence?: number
}

export type Connection = {
  db: PrismaClient
  /** The same connections for a single statement of our own SQL. */
  pool: pg.Pool
  close: () => Promise<void>
}

/** What a request may cost at most: by default `pg` waits for ever for everything. */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
}

/**
 * Prisma's own are shorter than what a connection and a row are waited for, and would end a transaction
 * that the pool and PostgreSQL still allow to wait.
 */
const transactionOptions = { maxWait: 6_000, timeout: 10_000 }

/**
 * One pool for Prisma and for our own SQL. Nothing is connected before the first query, and a
 * connection that breaks is replaced at the next one.
 */
export function connect(
  databaseUrl: string,
  { max = 10, onIdleError = () => {}, longestSilence = 35_000 }: ConnectOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'stockie',
    max,
    keepAlive: true,
    types: plainTypes(),
    stream: () => openSocket(longestSilence),
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
  const close = async () => {
    await db.$disconnect()
    await pool.end()
  }
  return { db, pool, close }
}

/**
 * PostgreSQL ends what takes too long, but not when it is frozen itself, or the network swallows
 * everything. No statement, transaction or idle connection may be silent for as long as this.
 */
function openSocket(longestSilence: number): net.Socket {
  const socket = new net.Socket()
  return socket.setTimeout(longestSilence, () => {
    const silent = new Error('The database has fallen silent.')
    socket.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }))
  })
}

/**
 * Whatever the database's own settings are. Prisma sends and reads instants in UTC without saying so:
 * in a session of another zone what it adds would be hours off, and on another day. Compiling a plan,
 * which PostgreSQL does with those that it thinks long, takes longer than running any of ours. The pool
 * waits for what this returns, which its types do not tell.
 */
function settle(client: pg.ClientBase): unknown {
  return client.query(`set time zone 'UTC'; set datestyle to 'ISO'; set jit to off`)
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
