import pg from 'pg'
import { DatabaseClient } from './database-client'

const backendStateSql = `
  select state like 'idle%' as "isIdle", wait_event_type = 'Lock' as "isWaiting",
    wait_event = 'SyncRep' as "isCommitted"
  from pg_stat_activity
  where pid = $1 and extract(epoch from backend_start)::text = $2`

/** A session of PostgreSQL. Without its start, a session of another server could have the same pid. */
export type Backend = { pid: number; start: string }

type ProbeTarget = {
  backend: Backend
  /** Whether this backend still runs the same query as at the start of the probe. */
  isPending: () => boolean
  /** Whether this backend has sent nothing for that query for too long. */
  isSilent: () => boolean
  /** Whether its commit was already waiting for a standby at an earlier probe. */
  isCommitted: boolean
}

/** `standby`: the commit is on disk here, and waits for a standby. `lost`: the client will get no answer. */
type BackendState = 'active' | 'standby' | 'lost'

/**
 * Returns what the backend does. Cancels its query if it only waits for a lock. Terminates a backend that is idle
 * although its client waits (query or answer was lost), which also releases its locks. Never does so to a commit that
 * waits for a standby: PostgreSQL would then show a change that only one server has.
 */
export type BackendProbe = (target: ProbeTarget) => Promise<BackendState>

type ProbeOptions = {
  connectionString: string
  /** How long PostgreSQL may take to answer a probe. */
  timeoutMs: number
}

/** Probes that overlap share one connection: on a busy machine, opening it takes longest. */
export function createBackendProbe({ connectionString, timeoutMs }: ProbeOptions): BackendProbe {
  let shared: ReturnType<typeof openConnection> | undefined

  return async (target) => {
    const connection = (shared ??= openConnection(connectionString))
    connection.userCount += 1

    function close(reason?: Error): void {
      connection.close(reason)
      if (shared === connection) shared = undefined
    }

    const timer = setTimeout(close, timeoutMs, new Error('The probe of the database timed out.'))
    try {
      return await connection.enqueue((client) => askAbout(target, client))
    } catch (error) {
      close()
      // A server that refuses another connection is alive, and may well be at work.
      return error instanceof pg.DatabaseError || !target.isSilent() ? 'active' : 'lost'
    } finally {
      clearTimeout(timer)
      connection.userCount -= 1
      if (connection.userCount === 0) close()
    }
  }
}

/** A connection that runs one job at a time. After an error it runs no other. */
function openConnection(connectionString: string) {
  const client = new DatabaseClient({ connectionString })
  client.on('error', () => {})
  let latest: Promise<unknown> = client.connect()

  function enqueue<Result>(job: (client: DatabaseClient) => Promise<Result>): Promise<Result> {
    const result = latest.then(() => job(client))
    latest = result
    return result
  }

  const close = (reason?: Error) => client.connection.stream.destroy(reason)
  return { close, enqueue, userCount: 0 }
}

type BackendRow = { isIdle: boolean; isWaiting: boolean; isCommitted: boolean }

async function askAbout(target: ProbeTarget, client: DatabaseClient): Promise<BackendState> {
  const { pid, start } = target.backend
  const { isPending, isSilent } = target
  const { rows } = await client.query<BackendRow>(backendStateSql, [pid, start])
  const [backend] = rows
  if (backend?.isCommitted) return 'standby'
  // Its answer is on the way, or the server was replaced and another client has this pid.
  if (target.isCommitted) return isSilent() ? 'lost' : 'active'
  if (backend?.isWaiting && isPending()) await client.query('select pg_cancel_backend($1)', [pid])
  const isLost = (backend?.isIdle ?? true) && isSilent()
  if (isLost && backend) await client.query('select pg_terminate_backend($1)', [pid])
  return isLost ? 'lost' : 'active'
}
