import { ownerRole } from '@stockie/contracts'
import pg, { type ClientBase } from 'pg'
import {
  findPending,
  MigrationError,
  openHistory,
  readMigrations,
} from '#src/database/migrations/history'
import { connect } from '#src/database/pool/connect'
import { checkCluster } from '#src/database/servers/cluster-checks'
import { fingerprintSecret } from '#src/database/servers/server-registry'
import { parseAddress } from '#src/database-address'
import { describeNewerSchema, readServedVersions } from '#src/database/migrations/served-versions'
import { readOnly } from '#src/database/pool/single-client'
import type { Env } from '#src/env'
import { findKnownLogins } from '#src/modules/users/known-logins'
import { formatCommandHint, isImage } from '#src/server/console'
import { isReachableFromOutside } from '#src/server/network-exposure'
import { checkCallers, readGateways } from './caller-checks'
import { type Finding, runCheck, type Verdict } from './check'
import { examineInvariants } from './invariant-checks'
import type { Settings } from './settings'
import { checkReadStandby } from './standby-checks'

type DatabaseCheck = (client: ClientBase, settings: Settings) => Promise<Verdict[]>

/** Shorter than the timeout of a check, because a statement timeout gives a better message. */
const connectionLimits = { applicationName: 'stockie-doctor', seconds: 25 }

/** Runs the checks that need the database, one after another, each on its own connection. */
export async function examineDatabase(url: string, settings: Settings): Promise<Finding[]> {
  const runQuery = (name: string, question: DatabaseCheck) =>
    runCheck({
      name,
      run: () => readOnly(url, connectionLimits, (client) => question(client, settings)),
    })

  let isReached = false
  const database = await runQuery('Database', async (client, { env }) => {
    await connectAsStockie(url)
    isReached = true
    return checkDatabase(client, env)
  })
  // All other checks would fail with the same message.
  if (!isReached) return database
  let isEmpty = false
  const schema = await runQuery('Schema', async (client, { env }) => {
    const verdict = await checkSchema(client, env)
    if (verdict) return [verdict]
    isEmpty = true
    return [
      { state: 'ok', found: 'There is no shop in this database yet: the first start creates one.' },
    ]
  })
  const cluster = await runQuery('Cluster', (client, { env }) =>
    checkCluster(client, {
      asyncStandbys: env.ASYNC_STANDBYS,
      secretFingerprint: env.JWT_SECRET && fingerprintSecret(env.JWT_SECRET),
      timeZone: env.STORE_TIME_ZONE,
    }),
  )
  const standby = await runQuery('Standby', checkReadStandby)
  const clock = [
    ...(await runQuery('Clock', checkClock)),
    ...(await runQuery('Time zone', checkTimeZone)),
  ]
  const findings = [...database, ...schema, ...cluster, ...standby, ...clock]
  if (isEmpty) return findings
  const accounts = await runQuery('Accounts', (client, { env }) => checkAccounts(client, env))
  // Only in a container does the network hide the addresses of callers.
  const callers = isImage
    ? await runQuery('Callers', async (client) => checkCallers(client, await readGateways()))
    : []
  return [...findings, ...accounts, ...callers, ...(await examineInvariants(runQuery))]
}

/** Fails as the pool of a started Stockie would. */
async function connectAsStockie(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 1 })
  try {
    await pool.query('select 1')
  } finally {
    await close()
  }
}

/** Checks that the shop has an owner, and that no account has the public password of the demo. */
async function checkAccounts(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<{ role: number }>(
    `select role from users where removed_at is null`,
  )
  if (!rows.some(({ role }) => role === ownerRole)) {
    const found = `${rows.length === 0 ? 'Nobody can sign in yet' : 'The shop has no owner'}: add an owner with ${formatCommandHint('npm run users -- add <email> --name <name> --role owner')}`
    return [{ state: 'error', found }]
  }
  const { accounts: known } = await findKnownLogins(client)
  const accounts = `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`
  if (known.length === 0) return [{ state: 'ok', found: `${accounts}, including an owner.` }]
  const summary = `${accounts}, ${known.length} of them with the public password of the demo`
  if (!isReachableFromOutside(env)) {
    return [{ state: 'ok', found: `${summary}; only this machine can reach Stockie.` }]
  }
  const emails = known.map(({ email }) => email).join(', ')
  const advice = `set other passwords with ${formatCommandHint('npm run users -- password <email>')}, or remove these accounts`
  return [
    {
      state: 'error',
      found: `${summary} (${emails}), and other machines can reach Stockie: ${advice}.`,
    },
  ]
}

const toleratedSeconds = 5

/** This machine's clock ends sessions, and the database's clock dates the records: they should agree. */
async function checkClock(client: ClientBase): Promise<Verdict[]> {
  const before = Date.now()
  const { rows } = await client.query<{ now: number }>(
    `select extract(epoch from clock_timestamp())::double precision as now`,
  )
  const localNow = (before + Date.now()) / 2000
  const seconds = Math.round(Math.abs(localNow - (rows[0]?.now ?? 0)))
  if (seconds <= toleratedSeconds) {
    return [
      { state: 'ok', found: `${new Date().toISOString()}, on this machine and in the database.` },
    ]
  }
  const found = `The clocks of this machine and the database differ by ${seconds.toLocaleString('en')} seconds: synchronize both with NTP.`
  return [{ state: 'warning', found }]
}

type ServerSettings = { version: string; number: number; checksums: string; fsync: string }

/** Checks the version of PostgreSQL, and the settings that protect the data: fsync and checksums. */
async function checkDatabase(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<ServerSettings>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::integer as number,
       current_setting('data_checksums') as checksums, current_setting('fsync') as fsync`,
  )
  const [server] = rows
  if (!server) throw new Error('The query for the server settings must return one row.')
  const place = env.DATABASE_URL
    ? `at ${parseAddress(env.DATABASE_URL)?.place}`
    : `in ${env.STOCKIE_HOME}`
  const name = `PostgreSQL ${server.version.split(' ')[0]} ${place}`
  if (server.number < 150_000) {
    return [{ state: 'error', found: `${name}: Stockie needs PostgreSQL 15 or newer.` }]
  }
  if (server.fsync !== 'on') {
    const found = `${name} does not wait for the disk (fsync is ${server.fsync}), and a power cut may destroy the shop: set fsync = on in postgresql.conf.`
    return [{ state: 'error', found }]
  }
  if (server.checksums !== 'on') {
    const found = `${name} has no data checksums, so it does not detect a bad disk: stop PostgreSQL and run pg_checksums --enable.`
    return [{ state: 'warning', found }]
  }
  return [{ state: 'ok', found: `${name}, with data checksums and fsync.` }]
}

/** Compares the schema with this version. Null if the database is empty. */
async function checkSchema(client: ClientBase, env: Env): Promise<Verdict | null> {
  const migrations = await readMigrations()
  try {
    const history = await openHistory(client)
    const served = env.DATABASE_URL ? await readServedVersions(client) : null
    const pending = findPending(migrations, history, served)
    const newer = describeNewerSchema(migrations, history)
    if (newer) return { state: 'warning', found: newer }
    if (pending.length === 0) {
      return { state: 'ok', found: `Current, at ${migrations.at(-1)?.name ?? 'nothing'}.` }
    }
    const count =
      pending.length === 1 ? '1 migration is pending' : `${pending.length} migrations are pending`
    return { state: 'warning', found: `${count}: start Stockie to upgrade the database.` }
  } catch (error) {
    if (error instanceof MigrationError) return { state: 'error', found: error.message }
    // 25006: openHistory tried to create the history, which this read-only connection refuses.
    if (error instanceof pg.DatabaseError && error.code === '25006') return null
    throw error
  }
}

type Moment = { moment: number; shown: string; today: string }

/** The time zone decides which day it is. Node and PostgreSQL must agree on the meaning of its name. */
async function checkTimeZone(client: ClientBase, { env, given }: Settings): Promise<Verdict[]> {
  const zone = env.STORE_TIME_ZONE
  try {
    const { rows } = await client.query<Moment>(
      `select extract(epoch from now())::double precision * 1000 as moment,
         to_char(now() at time zone $1, 'YYYY-MM-DD HH24:MI') as shown,
         to_char(now() at time zone $1, 'YYYY-MM-DD') as today`,
      [zone],
    )
    const { moment = 0, shown, today } = rows[0] ?? {}
    if (shown !== showIn(zone, moment)) {
      const found = `The database reads the time zone ${zone} as ${shown}, and this machine as ${showIn(zone, moment)}: set STORE_TIME_ZONE to a name such as Europe/Berlin.`
      return [{ state: 'error', found }]
    }
    if (given.includes('STORE_TIME_ZONE')) {
      return [{ state: 'ok', found: `${zone}, where today is ${today}.` }]
    }
    const summary = `STORE_TIME_ZONE is not set, so Stockie uses the zone of this machine, ${zone}, where today is ${today}`
    // UTC is the zone of a server, seldom of a shop.
    if (!/^(Etc\/)?(UTC|GMT|UCT|Zulu)$/i.test(zone)) return [{ state: 'ok', found: `${summary}.` }]
    return [
      {
        state: 'warning',
        found: `${summary}: set it to the zone of the shop, such as Europe/Berlin.`,
      },
    ]
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '22023') throw error
    const found = `The database does not know the time zone ${zone}: set STORE_TIME_ZONE to a name such as Europe/Berlin.`
    return [{ state: 'error', found }]
  }
}

/** Formats an instant as PostgreSQL does. The Swedish locale has the same format. */
function showIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
}
