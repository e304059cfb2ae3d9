import type pg from 'pg'
import { StartError } from '#src/errors'
import { withTimeout } from '#src/time'
import { DatabaseClient } from './database-client'

/** The addresses whose pooler gives each connection a session of its own. */
const sessionPools = new Set<string>()

/** A pooler that gives out its sessions at random shows that long before. */
const rounds = 10

/**
 * Refuses a pooler that shares sessions between its clients, as PgBouncer does with pool_mode = transaction.
 * Session locks, session settings and prepared statements would get lost or mixed up there. A direct connection
 * has the pid that the server told at the login, so it costs one short query.
 */
export async function requireOwnSession(client: pg.Client, url: string): Promise<void> {
  // A pooler lets its clients wait while PostgreSQL is down.
  const pid = await withTimeout(readPid(client), noSession)
  if (isDirect(client, pid) || sessionPools.has(url)) return
  const other = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  other.on('error', () => {})
  try {
    await withTimeout(compareSessions(client, other), noSecondSession)
    sessionPools.add(url)
  } finally {
    void other.end().catch(() => {})
  }
}

/** A pooler makes up the pid that it tells at the login. */
function isDirect(client: pg.Client, pid: number): boolean {
  return 'processID' in client && client.processID === pid
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Two connections that are open at the same time never have the same pid, and keep theirs. */
async function compareSessions(client: pg.Client, other: pg.Client): Promise<void> {
  await other.connect()
  const [own, others] = [new Set<number>(), new Set<number>()]
  for (let round = 0; round < rounds; round++) {
    own.add(await readPid(client))
    // Twice: a pooler that takes its sessions in turn could otherwise seem to keep them apart.
    others.add(await readPid(other)).add(await readPid(other))
    if (own.size > 1 || others.size > 1 || [...own].some((pid) => others.has(pid))) {
      throw new PoolerError(
        'The pooler in DATABASE_URL shares sessions between its connections, and Stockie needs locks, settings and prepared statements of its own: set pool_mode = session for this database in pgbouncer.ini, or let DATABASE_URL lead to PostgreSQL itself.',
      )
    }
  }
}

const noSession = {
  ms: 10_000,
  error: () => new Error('timeout expired: the database did not answer the first query'),
}

const noSecondSession = {
  ms: 5_000,
  error: () =>
    new PoolerError(
      'The pooler in DATABASE_URL gives Stockie no second connection: raise default_pool_size in pgbouncer.ini. Each server needs the connections of its pool, and some more for its commands.',
    ),
}

/** Stockie cannot work behind this pooler. */
class PoolerError extends StartError {
  override name = 'PoolerError'
  /** PostgreSQL's code for "unable to connect". Callers of the API get a 503. */
  readonly code = '08001'
}
