import { seedAccounts } from '@stockie/prisma/seed'
import pg, { type ClientBase } from 'pg'
import {
  findPending,
  MigrationError,
  openHistory,
  readMigrations,
} from '#src/database/migrations/history'
import { readOnly } from '#src/database/pool/single-client'
import type { Env } from '#src/env'
import { formatCommandHint } from '#src/server/console'
import { type Finding, runCheck, type Verdict } from './check'
import type { Settings } from './examine'
import { examineInvariants } from './invariant-checks'
import { isOpen } from './machine-checks'

type Question = (client: ClientBase, settings: Settings) => Promise<Verdict[]>

/** Sooner than a check is given up, so that it says itself what took too long. */
const limits = { applicationName: 'stockie-doctor', seconds: 25 }

/** Everything that the database knows, one question after another, each on a connection of its own. */
export async function examineDatabase(url: string, settings: Settings): Promise<Finding[]> {
  const ask = (name: string, question: Question) =>
    runCheck({ name, look: () => readOnly(url, limits, (client) => question(client, settings)) })

  let isReached = false
  const database = await ask('Database', (client, { env }) => {
    isReached = true
    return checkDatabase(client, env)
  })
  // Nothing else could be asked of it, which would say the same over and over.
  if (!isReached) return database
  let isEmpty = false
  const schema = await ask('Schema', async (client) => {
    const verdict = await checkSchema(client)
    if (verdict) return [verdict]
    isEmpty = true
    return [
      { state: 'ok', found: 'There is no shop in this database yet: the first start makes it.' },
    ]
  })
  const clock = [...(await ask('Clock', checkClock)), ...(await ask('Time zone', checkTimeZone))]
  const findings = [...database, ...schema, ...clock]
  if (isEmpty) return findings
  const accounts = await ask('Accounts', (client, { env }) => checkAccounts(client, env))
  return [...findings, ...accounts, ...(await examineInvariants(ask))]
}

type Account = { role: number; passwordHash: string }

/** Whether somebody owns the shop, and whether anybody can walk in with the demo's password. */
async function checkAccounts(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<Account>(
    `select role, password_hash as "passwordHash" from users where removed_at is null`,
  )
  if (!rows.some(({ role }) => role === 1)) {
    const found = `${rows.length === 0 ? 'Nobody can sign in yet' : 'The shop has no owner'}: ${formatCommandHint('npm run users -- add <email> --name <name> --role owner')}`
    return [{ state: 'wrong', found }]
  }
  const demo = new Set(seedAccounts.map(({ hash }) => hash))
  const withIt = rows.filter(({ passwordHash }) => demo.has(passwordHash)).length
  const many = `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`
  if (withIt === 0) return [{ state: 'ok', found: `${many}, among them an owner.` }]
  const known = `${many}, ${withIt} of them with the demo's password, which everybody knows`
  if (!isOpen(env)) {
    return [{ state: 'ok', found: `${known}; only this machine can get at them.` }]
  }
  const advice = `set another with ${formatCommandHint('npm run users -- password <email>')}, or remove them`
  return [{ state: 'look', found: `${known}, and other machines get in: ${advice}.` }]
}

const tolerated = 5

/** Sign-ins end by this machine's clock, and what is recorded is dated by the database's. */
async function checkClock(client: ClientBase): Promise<Verdict[]> {
  const asked = Date.now()
  const { rows } = await client.query<{ now: number }>(
    `select extract(epoch from clock_timestamp())::double precision as now`,
  )
  const here = (asked + Date.now()) / 2000
  const seconds = Math.round(Math.abs(here - (rows[0]?.now ?? 0)))
  if (seconds <= tolerated) {
    return [{ state: 'ok', found: `${new Date().toISOString()}, here and in the database.` }]
  }
  const found = `This machine and the database differ by ${seconds.toLocaleString('en')} seconds: let both set their clocks by the network (NTP).`
  return [{ state: 'look', found }]
}

type About = { version: string; number: number; checksums: string; fsync: string }

/** Which PostgreSQL it is, and whether it keeps what it is told. */
async function checkDatabase(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<About>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::integer as number,
       current_setting('data_checksums') as checksums, current_setting('fsync') as fsync`,
  )
  const [about] = rows
  if (!about) throw new Error('A select without a table has one row, always.')
  const where = env.DATABASE_URL ? `at ${placeOf(env.DATABASE_URL)}` : `in ${env.STOCKIE_HOME}`
  const name = `PostgreSQL ${about.version.split(' ')[0]} ${where}`
  if (about.number < 150_000) {
    return [{ state: 'wrong', found: `${name}: Stockie needs PostgreSQL 15 or newer.` }]
  }
  if (about.fsync !== 'on') {
    const found = `${name} does not wait for the disk (fsync is ${about.fsync}), and a power cut may destroy the shop: set fsync = on in postgresql.conf.`
    return [{ state: 'wrong', found }]
  }
  if (about.checksums !== 'on') {
    const found = `${name} has no data checksums, so that a bad disk goes unnoticed: stop it and run pg_checksums --enable.`
    return [{ state: 'look', found }]
  }
  return [{ state: 'ok', found: `${name}, with data checksums and fsync.` }]
}

/** Without the user and the password. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

/** Where the database stands; null where nothing was ever made in it. */
async function checkSchema(client: ClientBase): Promise<Verdict | null> {
  const migrations = await readMigrations()
  try {
    const pending = findPending(migrations, await openHistory(client))
    if (pending.length === 0) {
      return { state: 'ok', found: `Current, at ${migrations.at(-1)?.name ?? 'nothing'}.` }
    }
    const many = pending.length === 1 ? '1 migration waits' : `${pending.length} migrations wait`
    return { state: 'look', found: `${many}: the next start of Stockie applies them.` }
  } catch (error) {
    if (error instanceof MigrationError) return { state: 'wrong', found: error.message }
    // 25006: a history would have been begun, which a look at the database does not do.
    if (error instanceof pg.DatabaseError && error.code === '25006') return null
    throw error
  }
}

type Moment = { moment: number; shown: string; today: string }

/** Decides which day it is: Node and PostgreSQL must mean the same by its name. */
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
      const found = `By ${zone} the database means another time than this machine (${shown}, ${showIn(zone, moment)}): set STORE_TIME_ZONE to a name such as Europe/Berlin.`
      return [{ state: 'wrong', found }]
    }
    if (given.includes('STORE_TIME_ZONE')) {
      return [{ state: 'ok', found: `${zone}, where today is ${today}.` }]
    }
    const own = `STORE_TIME_ZONE is not set, and the machine's own zone ${zone} counts, where today is ${today}`
    // Whoever lives by UTC is a server, seldom a shop.
    if (!/^(Etc\/)?(UTC|GMT|UCT|Zulu)$/i.test(zone)) return [{ state: 'ok', found: `${own}.` }]
    return [{ state: 'look', found: `${own}: set it to the shop's, such as Europe/Berlin.` }]
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '22023') throw error
    const found = `The database does not know the time zone ${zone}: set STORE_TIME_ZONE to a name such as Europe/Berlin.`
    return [{ state: 'wrong', found }]
  }
}

/** As PostgreSQL writes it; Sweden does the same. */
function showIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
}
