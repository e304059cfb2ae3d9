import { createServer } from 'node:http'
import pg from 'pg'
import { createApp } from '#src/app'
import { createShopBackups } from '#src/database/backup/shop-backups'
import { createShopExport } from '#src/database/export/shop-export'
import { connect } from '#src/database/pool/connect'
import { asRead } from '#src/database/pool/deadline-pool'
import { createReadiness } from '#src/http/health'
import { createAuditLog } from '#src/http/logs/audit-log'
import { createRequestLog } from '#src/http/logs/request-log'
import { createLog } from '#src/server/log'
import { createDevices } from '#src/security/devices'
import { createPasswords } from '#src/security/passwords'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { createTokens } from '#src/security/tokens'
import type { Submission } from '#test/model/commands/document-commands'
import type { CountSubmission } from '#test/model/commands/cash-count-commands'
import type { NumberSubmission } from '#test/model/commands/counted-number-commands'
import type { PlayedImport } from '#test/model/commands/import-commands'
import { createTestDatabase, foldOften } from '#test/support/database/test-database'
import { sendOverKeptConnection } from '#test/support/http-clients'
import { startPooler } from '#test/support/pooler'
import { listen, testHosts, testSecret } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'
import type { Batch, User } from './calls'
import { storeTimeZone } from './day-ranges'
import type { RememberedReport } from './remembered-reports'
import { emptyShop, type Shop } from './shop-model'

export type Browser = {
  user: User
  /** Reads a list or report as a browser does: from its cache if the API answers 304. */
  read: (port: number, path: string) => Promise<unknown>
  /** Returns how often the API answered 304. */
  notModifiedCount: () => number
}

/** Caches answers as a browser does: by path, regardless of which API gave them. */
export function openBrowser(user: User): Browser {
  const cache = new Map<string, { tag: string; body: unknown }>()
  let notModified = 0

  async function read(port: number, path: string): Promise<unknown> {
    const cached = cache.get(path)
    const headers: Record<string, string> = cached ? { 'if-none-match': cached.tag } : {}
    const answer = await sendOverKeptConnection({
      port,
      method: 'GET',
      path,
      token: user.token,
      headers,
    })
    if (answer.status === 304 && cached) {
      notModified += 1
      return cached.body
    }
    if (answer.status !== 200) {
      throw new Error(`GET ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    const { etag } = answer.headers
    if (etag) cache.set(path, { tag: etag, body: answer.body })
    return answer.body
  }

  return { user, read, notModifiedCount: () => notModified }
}

/**
 * Keeps the counts growing, or revisions would repeat: emptying counts as one more change of each source.
 * TRUNCATE would invalidate the APIs' cached plans, and replanning is a sixth of the database's work.
 */
const collapseChanges = `
  with gone as (delete from changes returning source, count)
  insert into changes (source, count) select source, sum(count) + 1 from gone group by source`

/**
 * Deletes all rows but the staff. It takes a tenth of the time of the seed's reset, which truncates: DELETE
 * is faster for a few rows and keeps the cached plans. The replica role disables triggers that would refuse
 * it.
 */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = current_schema()
       and tablename not in ('_prisma_migrations', 'users')`,
  )
  const deletions = rows.map(({ name }) =>
    name === 'changes' ? collapseChanges : `delete from ${name}`,
  )
  await client.query(
    [
      'set session_replication_role = replica',
      ...deletions,
      'insert into books default values',
      'alter sequence fold_often restart',
    ].join(';'),
  )
}

export type TwoApis = {
  /** The ports of the two APIs. */
  ports: readonly number[]
  /** An owner, two managers and five cashiers. */
  users: readonly User[]
  /** A separate connection that empties the database. */
  client: pg.Client
  stop: () => Promise<void>
}

/** Enough connections per API for calls to overlap. */
const poolSize = 4

/** Starts two APIs with separate connection pools on one new database. */
export async function startTwoApis(): Promise<TwoApis> {
  const database = await createTestDatabase()
  // The name of a PgBouncer's program, to play the model through it.
  const { STOCKIE_MODEL_POOLER } = process.env
  const pooler = STOCKIE_MODEL_POOLER ? await startPooler(STOCKIE_MODEL_POOLER, database.url) : null
  const url = pooler?.url ?? database.url
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await foldOften(client)
  // With custom plans, half of the database's work is planning queries that read a handful of rows.
  const databaseName = new URL(database.url).pathname.slice(1)
  await client.query(`alter database ${databaseName} set plan_cache_mode = force_generic_plan`)
  const tokens = createTokens({ secret: testSecret, ttl: 24 * 3600 })
  const passwords = createPasswords()
  const devices = createDevices(testSecret)
  const secondFactorCodes = createSecondFactorCodes(testSecret)
  // An answer of 500 or more is a bug, and only this log has its cause.
  const log = createLog('error', process.stderr)
  const env = { ...testHosts, TRUST_PROXY: 0, STORE_TIME_ZONE: storeTimeZone }

  async function start() {
    const { db, pool, close } = connect(url, { max: poolSize })
    // Connect up front: on a busy machine the first calls would wait longer than their deadline.
    const clients = await Promise.all(
      Array.from({ length: poolSize }, () => asRead(() => pool.connect())),
    )
    for (const pooled of clients) pooled.release()
    const readiness = await createReadiness(pool, () => false)
    const requestLog = createRequestLog(log)
    // The model makes no backups.
    const settings = { folder: '/nowhere', keep: 1, overdue: Infinity }
    const backups = createShopBackups({ pool, url: database.url, log, ...settings })
    const shopExport = createShopExport({ pool, url: database.url, timeZone: storeTimeZone, log })
    const audit = createAuditLog(log, 0)
    const parts = {
      db,
      pool,
      env,
      log,
      requestLog,
      audit,
      tokens,
      passwords,
      devices,
      secondFactorCodes,
      backups,
      shopExport,
      readiness,
    }
    const app = createApp(parts)
    const server = createServer(app)
    // Otherwise the server might close an idle connection just as the next call is sent over it.
    server.keepAliveTimeout = 0
    return { server, pool, port: Number(new URL(await listen(server)).port), close }
  }
  const first = await start()
  const apis = [first, await start()]

  const users: User[] = []
  for (const role of [1, 2, 2, 3, 3, 3, 3, 3]) {
    const { id, name } = await createUser(first.pool, role)
    users.push({ id, name, role, token: tokens.sign({ userId: id, version: 0 }) })
  }

  async function stop(): Promise<void> {
    for (const { server, close } of apis) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await close()
    }
    await passwords.close()
    await client.end()
    await pooler?.stop()
    await database.drop()
  }

  return { ports: apis.map(({ port }) => port), users, client, stop }
}

/** The state of one sequence: the APIs on an empty database, the staff, and the model's shop. */
export type ModelRun = {
  ports: readonly number[]
  users: readonly User[]
  browsers: readonly Browser[]
  shop: Shop
  /** Submissions with a key, which later steps may repeat. */
  submissions: { submission: Submission; user: User }[]
  /** Cash counts with a key, which later steps may repeat. */
  counts: { submission: CountSubmission; user: User }[]
  /** Numbers of stock counts with a key, which later steps may repeat. */
  numbers: { submission: NumberSubmission; user: User }[]
  /** The imports that are not undone, the last one at the end. */
  imports: PlayedImport[]
  /** Reports as they were answered, which must be answered the same as of their moment. */
  remembered: RememberedReport[]
  /** How far the books are closed. */
  books: { closedThrough: string | null; version: number }
  /** The records of bulk deletions, which later steps may restore. */
  batches: Batch[]
  steps: number
  calls: number
  /** All requests and answers, for the failure message. */
  transcript: string[]
}

export async function createModelRun({ ports, users, client }: TwoApis): Promise<ModelRun> {
  await emptyDatabase(client)
  const browsers = users.slice(0, 3).map(openBrowser)
  const kept = {
    submissions: [],
    counts: [],
    numbers: [],
    imports: [],
    batches: [],
    remembered: [],
  }
  const books = { closedThrough: null, version: 1 }
  const run = { ports, users, browsers, books, shop: emptyShop, steps: 0, calls: 0, transcript: [] }
  return { ...run, ...kept }
}

/** Returns an item for any index, modulo the list's length. */
export function itemAt<Item>(items: readonly Item[], choice: number): Item {
  const item = items[choice % items.length]
  if (item === undefined) throw new Error('The list to choose from is empty.')
  return item
}
