import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createApp } from '#src/app'
import { createShopBackups } from '#src/database/backup/shop-backups'
import { createShopExport } from '#src/database/export/shop-export'
import { connect } from '#src/database/pool/connect'
import { openStandby } from '#src/database/pool/standby'
import { asRead } from '#src/database/pool/deadline-pool'
import { createReadiness } from '#src/http/health'
import { createAuditLog } from '#src/http/logs/audit-log'
import { createRequestLog } from '#src/http/logs/request-log'
import { createLog } from '#src/server/log'
import { createDevices } from '#src/security/devices'
import { createPasswords } from '#src/security/passwords'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { createTokens } from '#src/security/tokens'
import { openStandbyServer, type StandbyServer } from '#test/support/replication/standby-server'
import { createTestDatabase, foldOften } from '#test/support/database/test-database'
import { startPooler } from '#test/support/pooler'
import { otherBusyCauses, parseLines } from '#test/support/log-lines'
import { listen, testHosts, testSecret } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'
import type { User } from '#test/model/calls'
import { storeTimeZone } from '#test/model/day-ranges'
import type { Browser } from './browser'

type ModelStandby = {
  /** Lets browsers ask the primary how far the shop has come. In half of the steps, the standby catches up. */
  prepareReads: (browsers: readonly Browser[], step: number) => Promise<void>
  /** How many reads the standby has answered. */
  answeredCount: () => number
}

export type RunningApis = {
  /** The ports of the APIs. */
  ports: readonly number[]
  /** An owner, two managers and five cashiers. */
  users: readonly User[]
  /** A separate connection that empties the database. */
  client: pg.Client
  /** The standby from which the APIs may read. */
  standby?: ModelStandby | undefined
  /** Why calls got a 503 that a slow machine does not explain. */
  conflicts: () => string[]
  stop: () => Promise<void>
}

/** Enough connections per API for calls to overlap. */
const poolSize = 4

/** Every 150th use of a pool is refused: a few in each sequence. */
const usesPerRefusal = 150
const refusal = 'timeout exceeded when trying to connect, because the model refuses it'

/** Makes the database look busy now and then. The call is sent again, so without a key, what got a 503 must not have been stored. */
function refuseSome(pool: pg.Pool): void {
  const take = pool.connect.bind(pool)
  let uses = 0
  function takeOrRefuse(callback?: Parameters<typeof take>[0]) {
    uses += 1
    if (uses % usesPerRefusal > 0) return callback ? take(callback) : take()
    const error = new Error(refusal)
    if (!callback) return Promise.reject(error)
    process.nextTick(() => callback(error, undefined, () => {}))
  }
  Object.assign(pool, { connect: takeOrRefuse })
}

/** How much later the standby shows each commit. Longer than a step takes, and shorter than a step with a pause. */
const standbyDelayMs = 20

async function openDelayedStandby(): Promise<StandbyServer> {
  const server = await openStandbyServer()
  await server.delay(standbyDelayMs)
  return server
}

type ApiOptions = {
  /** How many APIs to start. */
  count?: number
  /** Lets the APIs read from a standby that lags behind. */
  readsFromStandby?: boolean
}

/** Starts APIs with separate connection pools on one new database. */
export async function startApis({
  count = 2,
  readsFromStandby = false,
}: ApiOptions = {}): Promise<RunningApis> {
  const server = readsFromStandby ? await openDelayedStandby() : null
  const database = server?.database ?? (await createTestDatabase())
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
  // Only this log has the cause of a 500, which is a bug, and of a 503 that the model did not cause.
  const lines: string[] = []
  const write = (line: string) => {
    if (line.includes(refusal) || line.includes('"statusCode":503')) return
    lines.push(line)
    process.stderr.write(line)
  }
  const log = createLog('error', { write })
  const env = { ...testHosts, TRUST_PROXY: 0, STORE_TIME_ZONE: storeTimeZone }

  async function start() {
    const { db, pool, close } = connect(url, { max: poolSize })
    const standby =
      server && (await openStandby(server.standbyUrl, { primary: pool, max: poolSize, log }))
    // Connect up front, and load Prisma: on a busy machine the first calls would wait longer than their deadline.
    await db.$connect()
    const clients = await Promise.all(
      Array.from({ length: poolSize }, () => asRead(() => pool.connect())),
    )
    for (const pooled of clients) pooled.release()
    const readiness = await createReadiness(pool, () => false)
    refuseSome(pool)
    const requestLog = createRequestLog(log)
    // The model makes no backups.
    const settings = { folder: '/nowhere', keep: 1, overdue: Infinity }
    const backups = createShopBackups({ pool, url: database.url, log, ...settings })
    const shopExport = createShopExport({ pool, url: database.url, timeZone: storeTimeZone, log })
    const audit = createAuditLog(log, 0)
    const parts = {
      db,
      pool,
      standby: standby ?? undefined,
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
    const httpServer = createServer(app)
    // Otherwise the server might close an idle connection just as the next call is sent over it.
    httpServer.keepAliveTimeout = 0
    const port = Number(new URL(await listen(httpServer)).port)
    return { httpServer, pool, standby, port, close }
  }
  const first = await start()
  const apis = [first]
  while (apis.length < count) apis.push(await start())

  const users: User[] = []
  for (const role of [1, 2, 2, 3, 3, 3, 3, 3]) {
    const { id, name } = await createUser(first.pool, role)
    users.push({ id, name, role, token: tokens.sign({ userId: id, version: 0 }) })
  }

  async function stop(): Promise<void> {
    for (const { httpServer, standby, close } of apis) {
      httpServer.closeAllConnections()
      await new Promise((resolve) => httpServer.close(resolve))
      await Promise.all([close(), standby?.close()])
    }
    await passwords.close()
    await client.end()
    await pooler?.stop()
    await database.drop()
  }

  const answeredCount = () =>
    apis.reduce((sum, { standby }) => sum + (standby?.counts.answered ?? 0), 0)
  async function prepareReads(browsers: readonly Browser[], step: number): Promise<void> {
    await Promise.all(browsers.map(({ poll }) => poll(first.port)))
    if (step % 2 === 0) await setTimeout(2 * standbyDelayMs)
  }

  const standby = server ? { prepareReads, answeredCount } : undefined
  const conflicts = () => otherBusyCauses(parseLines(lines.join('')))
  return { ports: apis.map(({ port }) => port), users, client, standby, conflicts, stop }
}
