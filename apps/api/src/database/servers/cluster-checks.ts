import type { ClientBase } from 'pg'
import { describeDifferences, type LiveServer, readLiveServers } from './server-registry'

/** A warning needs attention soon. An error keeps the shop from working safely. */
export type State = 'ok' | 'warning' | 'error'

/** The result of a check, in a sentence. If it is not ok, the sentence says what to do. */
export type Verdict = { state: State; found: string }

/** A standby that is connected to this PostgreSQL. Null if the user may not see its state. */
export type Standby = {
  name: string
  syncState: 'sync' | 'quorum' | 'potential' | 'async' | null
  /** The bytes that it has not applied yet. */
  lagBytes: number | null
  lagSeconds: number | null
}

export type ClusterFacts = {
  isStandby: boolean
  user: string
  standbys: Standby[]
  /** synchronous_standby_names */
  synchronousNames: string
  /** synchronous_commit: what a commit waits for. */
  commitWait: string
  /** Connections that users without special rights may open. */
  connections: number
  servers: LiveServer[]
}

type Own = {
  asyncStandbys: readonly string[]
  /** Undefined without JWT_SECRET. */
  secretFingerprint: string | undefined
  timeZone: string
}

type Queryable = Pick<ClientBase, 'query'>

/** Checks the standbys and the other servers. Finds nothing if there is only one of each. */
export async function checkCluster(client: Queryable, own: Own): Promise<Verdict[]> {
  return judgeCluster(await readCluster(client), own)
}

/** The warnings of a start. The server is registered already. */
export async function listClusterWarnings(
  client: Queryable,
  asyncStandbys: readonly string[],
): Promise<string[]> {
  return judgeStart(await readCluster(client), asyncStandbys)
}

export const standbyMessage =
  'This PostgreSQL is a standby, and Stockie can write only to a primary: let DATABASE_URL lead to the primary.'

async function readCluster(client: Queryable): Promise<ClusterFacts> {
  const { rows } = await client.query<Omit<ClusterFacts, 'standbys' | 'servers'>>(
    `select pg_is_in_recovery() as "isStandby", current_user as "user",
       current_setting('synchronous_standby_names') as "synchronousNames",
       current_setting('synchronous_commit') as "commitWait",
       current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as connections`,
  )
  const [facts] = rows
  if (!facts) throw new Error('The query for the server settings must return one row.')
  const servers = await readLiveServers(client)
  // Only a primary knows the position of its log.
  const standbys = facts.isStandby ? [] : await readStandbys(client)
  return { ...facts, standbys, servers }
}

/** Programs that copy the log for backups. They never take over, so they are no standbys. */
const logReceivers = ['pg_basebackup', 'pg_receivewal', 'barman_receive_wal']

/** Without backups, unless commits wait for them, and without subscribers of logical replication. */
async function readStandbys(client: Queryable): Promise<Standby[]> {
  const { rows } = await client.query<Standby>(
    `select application_name as name, sync_state as "syncState",
       pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "lagBytes",
       extract(epoch from replay_lag)::float8 as "lagSeconds"
     from pg_stat_replication as standby
     where state is distinct from 'backup'
       and (application_name <> all ($1) or sync_state in ('sync', 'quorum'))
       and not exists
       (select from pg_replication_slots where active_pid = standby.pid and slot_type = 'logical')
     order by application_name, pid`,
    [logReceivers],
  )
  return rows
}

export function judgeCluster(facts: ClusterFacts, own: Own): Verdict[] {
  return [
    ...(facts.isStandby
      ? [{ state: 'error' as const, found: standbyMessage }]
      : judgePrimary(facts, own.asyncStandbys)),
    ...judgeServers(facts.servers, own),
    ...judgeConnections(facts),
  ]
}

function judgePrimary(facts: ClusterFacts, asyncStandbys: readonly string[]): Verdict[] {
  return [
    ...judgeCommits(facts, asyncStandbys),
    ...(isHidden(facts) ? [judgeRights(facts)] : judgeReplication(facts, asyncStandbys)),
  ]
}

/** Without a word about standbys that the user may not see: the doctor asks for the right. */
export function judgeStart(facts: ClusterFacts, asyncStandbys: readonly string[]): string[] {
  const verdicts = [
    ...judgeCommits(facts, asyncStandbys),
    ...(isHidden(facts) ? [] : judgeReplication(facts, asyncStandbys)),
    ...judgeConnections(facts),
  ]
  return verdicts.filter(({ state }) => state !== 'ok').map(({ found }) => found)
}

const isHidden = ({ standbys }: ClusterFacts) =>
  standbys.some(({ syncState }) => syncState === null)

function judgeRights({ standbys, user }: ClusterFacts): Verdict {
  const names = standbys.map(({ name }) => name).join(', ')
  const found = `PostgreSQL has standbys (${names}), and the user in DATABASE_URL may not see whether they are synchronous: run GRANT pg_monitor TO "${user}".`
  return { state: 'warning', found }
}

/** A commit that does not wait for the disk, or for the standbys that may take over. */
function judgeCommits(
  { commitWait, standbys }: ClusterFacts,
  asyncStandbys: readonly string[],
): Verdict[] {
  if (commitWait === 'off') {
    const found =
      'synchronous_commit is off: if PostgreSQL crashes, sales are lost that Stockie has confirmed. Set synchronous_commit = on.'
    return [{ state: 'error', found }]
  }
  if (commitWait !== 'local' || standbys.every(({ name }) => asyncStandbys.includes(name)))
    return []
  const found =
    'synchronous_commit is local, so no commit waits for a standby: if a standby takes over, sales are lost that Stockie has confirmed. Set synchronous_commit = on.'
  return [{ state: 'error', found }]
}

function judgeReplication(facts: ClusterFacts, asyncStandbys: readonly string[]): Verdict[] {
  const { standbys, commitWait } = facts
  const inStates = (...states: Standby['syncState'][]) =>
    standbys.filter(({ syncState }) => states.includes(syncState))
  const synchronous = inStates('sync', 'quorum')
  const unexpected = inStates('async').filter(({ name }) => !asyncStandbys.includes(name))
  const good = standbys.filter((standby) => !unexpected.includes(standby))
  return [
    ...(['off', 'local'].includes(commitWait)
      ? []
      : judgeStrictness(facts.synchronousNames, synchronous)),
    ...unexpected.map((standby) => judgeAsync(standby, synchronous.length > 0)),
    ...(good.length > 0
      ? [{ state: 'ok' as const, found: `Standbys: ${good.map(describeStandby).join('; ')}.` }]
      : []),
  ]
}

/** PostgreSQL lets a commit wait until as many standbys have it as the setting demands. */
function judgeStrictness(names: string, synchronous: readonly Standby[]): Verdict[] {
  if (names.trim() === '') return []
  const needed = Number(/^\s*(?:first|any)?\s*(\d+)\s*\(/i.exec(names)?.[1] ?? 1)
  if (synchronous.length >= needed) return []
  const found = `synchronous_standby_names is ${names}, and ${synchronous.length} of ${needed} synchronous standbys are connected, so every write waits until there are enough: start the standby. Without one, set synchronous_standby_names to an empty text.`
  return [{ state: 'error', found }]
}

const lossMessage = 'If it takes over, sales are lost that Stockie has confirmed.'

/** A cluster manager such as Patroni promotes only a synchronous standby, if there is one. */
function judgeAsync(standby: Standby, hasSynchronous: boolean): Verdict {
  const described = `The standby ${describeStandby(standby)}`
  const listing = `If it is only for reading, add its name to ASYNC_STANDBYS.`
  if (hasSynchronous) {
    const found = `${described}. ${lossMessage} Never promote it while it is asynchronous. ${listing}`
    return { state: 'warning', found }
  }
  const found = `${described}, and no standby is synchronous. ${lossMessage} Set synchronous_standby_names. ${listing}`
  return { state: 'error', found }
}

const stateNames = {
  sync: 'synchronous',
  quorum: 'synchronous',
  potential: 'in reserve',
  async: 'asynchronous',
}

function describeStandby({ name, syncState, lagBytes, lagSeconds }: Standby): string {
  const seconds = (lagSeconds ?? 0).toFixed(1)
  const lag = `${(lagBytes ?? 0).toLocaleString('en')} bytes and ${seconds} seconds behind`
  return `${name} is ${stateNames[syncState ?? 'async']}, ${lag}`
}

function judgeServers(servers: readonly LiveServer[], own: Own): Verdict[] {
  const errors = servers.flatMap((server): Verdict[] => {
    const settings = {
      timeZone: own.timeZone,
      secretFingerprint: own.secretFingerprint ?? server.secretFingerprint,
    }
    const differences = describeDifferences(server, settings)
    if (!differences) return []
    const found = `The server at ${server.address} has ${differences}: set the same values on all machines of the shop.`
    return [{ state: 'error', found }]
  })
  if (servers.length < 2) return errors
  // While servers are replaced one after another, this shows which of them are new.
  const names = servers.map(({ address, version }) => `${address} with version ${version}`)
  return [...errors, { state: 'ok', found: `Servers: ${names.join('; ')}.` }]
}

/** A server needs them beside its pool, for checks of silent connections, metrics and two exports. */
const besidePool = 4
/** The shop needs them for a backup, the doctor and a command. */
const forCommands = 7

/** While servers are replaced one after another, one more runs. */
function judgeConnections({ servers, connections }: ClusterFacts): Verdict[] {
  if (servers.length === 0) return []
  const needs = servers.map(({ poolSize }) => poolSize + besidePool)
  const spare = servers.length > 1 ? Math.max(...needs) : 0
  const needed = needs.reduce((sum, need) => sum + need, spare + forCommands)
  const summary = `${servers.length} ${servers.length === 1 ? 'server needs' : 'servers need'} up to ${needed} connections, and PostgreSQL allows ${connections}`
  if (needed > connections) {
    const found = `${summary}: raise max_connections, or lower DATABASE_POOL.`
    return [{ state: 'warning', found }]
  }
  return servers.length > 1 ? [{ state: 'ok', found: `${summary}.` }] : []
}
