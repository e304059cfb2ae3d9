import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'
import { advisoryLocks } from '#src/database/advisory-locks'
import { asRead } from '#src/database/pool/deadline-pool'
import { runTransaction } from '#src/database/pool/transaction'
import { quickCommit } from '#src/database/sql/quick-commit'
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

type Queryable = Pick<ClientBase, 'query'>
type DeathCheck = (server: LiveServer) => boolean

/** A server that has not renewed its row for this long is gone. */
export const aliveSeconds = 30
const aliveMs = aliveSeconds * 1_000
const defaultHeartbeatMs = 10_000
const pollMs = 500

/** Equal for equal secrets. A secret has at least 32 random characters, so this does not reveal it. */
export function fingerprintSecret(secret: string): string {
  return createHmac('sha256', secret).update('stockie servers').digest('hex').slice(0, 16)
}

/** Whether the database belongs to a version with this table. A foreign table of this name does not count. */
export async function hasServerTable(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('servers') is not null
       and to_regclass('_prisma_migrations') is not null as exists`,
  )
  return rows[0]?.exists ?? false
}

/** Empty in a database of a version without this table. */
export async function readLiveServers(
  client: Queryable,
  isDead: DeathCheck = () => false,
): Promise<LiveServer[]> {
  if (!(await hasServerTable(client))) return []
  const { rows } = await client.query<LiveServer>(
    `select id, address, version, pool_size as "poolSize", time_zone as "timeZone",
       secret_fingerprint as "secretFingerprint", extract(epoch from seen_at)::float8 as "seenAt"
     from servers where seen_at > clock_timestamp() - make_interval(secs => $1) order by address`,
    [aliveSeconds],
  )
  return rows.filter((row) => !isDead(row))
}

type Wait = {
  /** Called once, before the first wait. */
  onWait: (server: LiveServer) => void
  signal?: AbortSignal | undefined
  /** A row that is not renewed for this long is dead, even if the clock of the database disagrees. */
  silenceMs?: number | undefined
}

/**
 * Returns a server that runs, or undefined if there is none. A killed server leaves its row behind: this waits until
 * the row is too old, or is renewed. The reader must leave out the rows that are dead.
 */
export async function findRunningServer(
  readServers: (isDead: DeathCheck) => Promise<LiveServer[]>,
  { onWait, signal, silenceMs = aliveMs }: Wait,
): Promise<LiveServer | undefined> {
  const firstSeen = new Map<string, { seenAt: number; at: number }>()
  for (;;) {
    // The database's clock may be set, or belong to another machine after a failover.
    const now = performance.now()
    const isDead = ({ id, seenAt }: LiveServer) => {
      const first = firstSeen.get(id)
      return first?.seenAt === seenAt && now - first.at >= silenceMs
    }
    const servers = await readServers(isDead)
    const [server] = servers
    if (!server) return undefined
    const renewed = servers.find(
      ({ id, seenAt }) => (firstSeen.get(id)?.seenAt ?? seenAt) !== seenAt,
    )
    if (renewed) return renewed
    if (firstSeen.size === 0) onWait(server)
    for (const { id, seenAt } of servers) {
      if (!firstSeen.has(id)) firstSeen.set(id, { seenAt, at: now })
    }
    await wait(pollMs, undefined, { signal })
  }
}

/** Node and the shop may write one zone in two ways, such as Asia/Kolkata and Asia/Calcutta. */
function isSameZone(one: string, other: string): boolean {
  if (one === other) return true
  const known = findKnownZone(one)
  return known !== undefined && known === findKnownZone(other)
}

/** Undefined if this Node does not know the zone. The other server may run on a newer one. */
function findKnownZone(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

type SharedSettings = Pick<ServerDetails, 'timeZone' | 'secretFingerprint'>

/** Names the settings that all servers of a shop must share, and that these two do not. Empty if there are none. */
export function describeDifferences(other: SharedSettings, own: SharedSettings): string {
  return [
    ...(other.secretFingerprint === own.secretFingerprint
      ? []
      : ['another JWT_SECRET than the settings here']),
    ...(isSameZone(other.timeZone, own.timeZone)
      ? []
      : [`STORE_TIME_ZONE=${other.timeZone} instead of ${own.timeZone}`]),
  ].join(', and ')
}

type Agreement = {
  own: SharedSettings
  log: (line: string) => void
  silenceMs?: number | undefined
}

/** Refuses to start while another running server has another secret or time zone. */
export async function assertSameSettings(
  readOthers: (isDead: DeathCheck) => Promise<LiveServer[]>,
  { own, log, silenceMs }: Agreement,
): Promise<void> {
  const readDiffering = async (isDead: DeathCheck) =>
    (await readOthers(isDead)).filter((other) => describeDifferences(other, own))
  const onWait = ({ address }: LiveServer) =>
    log(
      `The server at ${address} used this database in the last ${aliveSeconds} seconds, with another JWT_SECRET or STORE_TIME_ZONE. Waiting to see whether it still runs.`,
    )
  const other = await findRunningServer(readDiffering, { onWait, silenceMs })
  if (!other) return
  throw new StartError(
    `The server at ${other.address} runs on this database with ${describeDifferences(other, own)}: set the same value here. To change it for all of them, stop all of them first.`,
  )
}

type Registration = Agreement & {
  pool: Pool
  own: ServerDetails
  logger: Pick<Logger, 'debug'>
  /** How often the server renews its row. */
  heartbeatMs?: number
}

/**
 * Adds this server to those that run, and renews its row. Throws if another server has other settings. If two
 * start at the same moment, the second sees the first. The returned function removes the server.
 */
export async function registerServer({
  pool,
  own,
  log,
  logger,
  heartbeatMs = defaultHeartbeatMs,
  silenceMs,
}: Registration): Promise<() => Promise<void>> {
  const id = randomUUID()

  /** Inserts the row if no other server differs. Returns the others. */
  async function claim(isDead: DeathCheck): Promise<LiveServer[]> {
    return runTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.servers])
      const others = await readLiveServers(client, isDead)
      if (others.every((other) => !describeDifferences(other, own))) {
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
  async function renew(client: Queryable): Promise<void> {
    await client.query(
      `with ${quickCommit}
       insert into servers (id, address, version, pool_size, time_zone, secret_fingerprint)
       select $1, $2, $3, $4, $5, $6 from quick
       on conflict (id) do update set seen_at = clock_timestamp()`,
      [id, own.address, own.version, own.poolSize, own.timeZone, own.secretFingerprint],
    )
  }

  await assertSameSettings(claim, { own, log, silenceMs })
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // This counts as a read, because it does not wait for a standby. While the database is away, the requests say so.
    renewing = asRead(() => renew(pool)).catch((error: unknown) =>
      logger.debug(error, 'The heartbeat failed.'),
    )
  }, heartbeatMs)
  timer.unref()

  async function remove(): Promise<void> {
    await renewing
    const text = `with ${quickCommit} delete from servers using quick where id = $1`
    await asRead(() => pool.query(text, [id]))
  }

  return async () => {
    clearInterval(timer)
    const timeout = { ms: 2_000, error: () => new Error('The database did not answer.') }
    // The row that stays behind is too old soon.
    await withTimeout(remove(), timeout).catch(() => {})
  }
}
