import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'
import { advisoryLocks } from '#src/database/advisory-locks'
import { asRead } from '#src/database/pool/deadline-pool'
import { runTransaction } from '#src/database/pool/transaction'
import { StartError } from '#src/errors'
import { withTimeout } from '#src/time'

/** What a server tells the others about itself. */
type ServerDetails = {
  /** Its machine and port. */
  address: string
  version: string
  poolSize: number
  timeZone: string
  secretFingerprint: string
}

export type LiveServer = ServerDetails & {
  id: string
  /** By the clock of the database. */
  seenAt: number
}

/** A server that has not renewed its row for this long is gone. */
export const aliveSeconds = 30
const defaultHeartbeatMs = 10_000
const pollMs = 500

/** Equal for equal secrets. A secret has at least 32 random characters, so nobody finds it from this. */
export function fingerprintSecret(secret: string): string {
  return createHmac('sha256', secret).update('stockie servers').digest('hex').slice(0, 16)
}

/** Empty in a database of a version without this table. */
export async function readLiveServers(client: Pick<ClientBase, 'query'>): Promise<LiveServer[]> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('servers')::text as table`,
  )
  if (found[0]?.table == null) return []
  const { rows } = await client.query<LiveServer>(
    `select id, address, version, pool_size as "poolSize", time_zone as "timeZone",
       secret_fingerprint as "secretFingerprint", extract(epoch from seen_at)::float8 as "seenAt"
     from servers where seen_at > clock_timestamp() - make_interval(secs => $1) order by address`,
    [aliveSeconds],
  )
  return rows
}

type Wait = {
  /** Called once, before the first wait. */
  onWait: (server: LiveServer) => void
  signal?: AbortSignal | undefined
}

/**
 * Returns a server that runs, or undefined if there is none. A killed server leaves its row behind: this waits until
 * the row is too old, or is renewed.
 */
export async function findRunningServer(
  readServers: () => Promise<LiveServer[]>,
  { onWait, signal }: Wait,
): Promise<LiveServer | undefined> {
  const firstSeen = new Map<string, number>()
  for (;;) {
    const servers = await readServers()
    const [server] = servers
    if (!server) return undefined
    const renewed = servers.find(({ id, seenAt }) => (firstSeen.get(id) ?? seenAt) < seenAt)
    if (renewed) return renewed
    if (firstSeen.size === 0) onWait(server)
    for (const { id, seenAt } of servers) firstSeen.set(id, firstSeen.get(id) ?? seenAt)
    await wait(pollMs, undefined, { signal })
  }
}

/** Node and the shop may write one zone in two ways, such as Asia/Kolkata and Asia/Calcutta. */
function toKnownZone(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

type SharedSettings = Pick<ServerDetails, 'timeZone' | 'secretFingerprint'>

/** The settings that all servers of a shop must share, and that these two do not. */
export function listDifferences(other: SharedSettings, own: SharedSettings): string[] {
  return [
    ...(other.secretFingerprint === own.secretFingerprint ? [] : ['another JWT_SECRET']),
    ...(toKnownZone(other.timeZone) === toKnownZone(own.timeZone)
      ? []
      : [`STORE_TIME_ZONE=${other.timeZone} instead of ${own.timeZone}`]),
  ]
}

type Agreement = { own: SharedSettings; log: (line: string) => void }

/** Refuses to start while another running server has another secret or time zone. */
export async function assertSameSettings(
  readOthers: () => Promise<LiveServer[]>,
  { own, log }: Agreement,
): Promise<void> {
  const readDiffering = async () =>
    (await readOthers()).filter((other) => listDifferences(other, own).length > 0)
  const onWait = ({ address }: LiveServer) =>
    log(
      `The Stockie at ${address} used this database in the last ${aliveSeconds} seconds, with another JWT_SECRET or STORE_TIME_ZONE. Waiting to see whether it still runs.`,
    )
  const other = await findRunningServer(readDiffering, { onWait })
  if (!other) return
  const differences = listDifferences(other, own).join(' and ')
  throw new StartError(
    `The Stockie at ${other.address} runs on this database with ${differences}: set the same value here. To change it for all of them, stop all of them first.`,
  )
}

/** Their loss costs nothing, so they do not wait for the disk or for a standby. */
const withoutWaiting = `quick as (select set_config('synchronous_commit', 'off', true))`

type Registration = Agreement & {
  pool: Pool
  own: ServerDetails
  logger: Pick<Logger, 'debug'>
  /** How often the server renews its row. */
  heartbeatMs?: number
}

/**
 * Adds this server to those that run, and renews its row. Throws if another one has other settings. Of two that start
 * at the same moment, the second one sees the first. The returned function removes the server.
 */
export async function registerServer({
  pool,
  own,
  log,
  logger,
  heartbeatMs = defaultHeartbeatMs,
}: Registration): Promise<() => Promise<void>> {
  const id = randomUUID()

  /** Inserts the row if no other server differs. Returns the others. */
  async function claim(): Promise<LiveServer[]> {
    return runTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.servers])
      const others = await readLiveServers(client)
      if (others.every((other) => listDifferences(other, own).length === 0)) {
        await client.query(
          'delete from servers where seen_at < clock_timestamp() - make_interval(secs => $1)',
          [aliveSeconds],
        )
        await renew(client)
      }
      return others
    })
  }

  /** Also brings back the row, if it was too old for another server. */
  async function renew(client: Pick<ClientBase, 'query'>): Promise<void> {
    await client.query(
      `with ${withoutWaiting}
       insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint)
       select $1, $2, $3, $4, $5, $6 from quick
       on conflict (id) do update set seen_at = clock_timestamp()`,
      [id, own.address, own.version, own.poolSize, own.timeZone, own.secretFingerprint],
    )
  }

  await assertSameSettings(claim, { own, log })
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // As a read, because it does not wait for a standby. While the database is away, the requests say so.
    renewing = asRead(() => renew(pool)).catch((error: unknown) =>
      logger.debug(error, 'The heartbeat failed.'),
    )
  }, heartbeatMs)
  timer.unref()

  async function remove(): Promise<void> {
    await renewing
    const text = `with ${withoutWaiting} delete from servers using quick where id = $1`
    await asRead(() => pool.query(text, [id]))
  }

  return async () => {
    clearInterval(timer)
    const timeout = { ms: 2_000, error: () => new Error('The database did not answer.') }
    // The row that stays behind is too old soon.
    await withTimeout(remove(), timeout).catch(() => {})
  }
}
