import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import os from 'node:os'
import { join } from 'node:path'
import { apiRoot } from '@stockie/contracts'
import { type AppParts, createApp } from '#src/app'
import { type ShopBackups, createShopBackups } from '#src/database/backup/shop-backups'
import { createShopExport, type ShopExport } from '#src/database/export/shop-export'
import { connect, type Connection } from '#src/database/pool/connect'
import { createAuditLog, type AuditLog } from '#src/http/logs/audit-log'
import { createReadiness } from '#src/http/health'
import { createRequestLog, type RequestLog } from '#src/http/logs/request-log'
import { createLog } from '#src/server/log'
import { createDevices } from '#src/security/devices'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { createPasswords } from '#src/security/passwords'
import { createTokens, type Tokens } from '#src/security/tokens'
import { createLimitedServer, rejectPipelining } from '#src/server/connections'
import { type DatabaseProxy, openDatabaseProxy } from '#test/support/database/database-proxy'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { type Answer, call, type CallOptions } from './http-clients'
import { type PasswordWatch, watchPasswords } from './watched-passwords'

/** Listens on a free port and returns the server's origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  return `http://127.0.0.1:${address.port}`
}

export { call, type Answer, type CallOptions }

export const testSecret = 'kA3vZr8QpL0sXw5TnB7yHc2MdF6jGu9E'

/** The names under which the test's server answers. */
export const testHosts = {
  HOST: '127.0.0.1',
  METRICS_HOST: '127.0.0.1',
  SITE_ADDRESS: 'localhost',
  ALLOWED_HOSTS: 'shop.example',
}

/** The lowest cost of bcrypt: a hash as in production takes a third of a second. */
const testCost = 4

export type TestApi = Connection &
  PasswordWatch & {
    url: string
    server: Server
    /** The connection string of the database itself, past the proxy. */
    databaseUrl: string
    /** The proxy between the API and its database. */
    databaseProxy: DatabaseProxy
    tokens: Tokens
    backups: ShopBackups
    shopExport: ShopExport
    /** Where its backups are. */
    backupFolder: string
    /** Fails all comparisons that are running or waiting. */
    failPasswords: () => Promise<void>
    /** Returns all log lines as one text. */
    logged: () => string
    requestLog: RequestLog
    /** Returns all lines of the audit log as one text. */
    audited: () => string
    audit: AuditLog
    setDraining: (draining: boolean) => void
    /** Calls the API: by default POST with a body, and GET without one. */
    call: (path: string, options?: CallOptions) => Promise<Answer>
    stop: () => Promise<void>
  }

type Options = Pick<AppParts, 'webApp' | 'changeLimits' | 'standby'> & {
  timeZone?: string
  /** By default a new one on the server of all tests. */
  database?: TestDatabase
}

/** Starts the app on a new database and a free port. */
export async function startTestApi({
  webApp,
  timeZone = 'UTC',
  changeLimits,
  standby,
  database: given,
}: Options = {}): Promise<TestApi> {
  const database = given ?? (await createTestDatabase())
  const databaseProxy = await openDatabaseProxy(database.url)
  const connection = connect(databaseProxy.url)
  const tokens = createTokens({ secret: testSecret, ttl: 3600 })
  const passwords = watchPasswords(createPasswords({ cost: testCost }))
  const logged: string[] = []
  const log = createLog('trace', { write: (text) => void logged.push(text) })
  let draining = false
  const readiness = await createReadiness(connection.pool, () => draining)

  const { db, pool } = connection
  const env = { ...testHosts, TRUST_PROXY: 1, STORE_TIME_ZONE: timeZone }
  const devices = createDevices(testSecret)
  const secondFactorCodes = createSecondFactorCodes(testSecret)
  const requestLog = createRequestLog(log)
  const audited: string[] = []
  const auditStream = { write: (text: string) => void audited.push(text) }
  const audit = createAuditLog(createLog('info', auditStream), 1)
  const backupFolder = await mkdtemp(join(os.tmpdir(), 'stockie-backups-'))
  const backups = createShopBackups({
    pool,
    url: database.url,
    folder: backupFolder,
    keep: 3,
    overdue: 50 * 3600,
    log,
  })
  const shopExport = createShopExport({ pool, url: database.url, timeZone, log })
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
  // A write beside the calls would change how many queries a test counts. The list of sessions writes them first.
  const app = createApp({ ...parts, webApp, changeLimits, standby, activityDelay: Infinity })
  const server = createServer(app)
  const url = await listen(server)

  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await backups.stop()
    await rm(backupFolder, { recursive: true, force: true })
    await passwords.close()
    await connection.close()
    await databaseProxy.disconnect()
    await database.drop()
  }

  return {
    ...connection,
    url,
    server,
    databaseUrl: database.url,
    databaseProxy,
    tokens,
    backups,
    shopExport,
    backupFolder,
    passwordComparisons: passwords.passwordComparisons,
    delayHashing: passwords.delayHashing,
    holdComparisons: passwords.holdComparisons,
    failPasswords: passwords.close,
    logged: () => logged.join(''),
    requestLog,
    audited: () => audited.join(''),
    audit,
    setDraining: (value) => void (draining = value),
    call: (path, options) => call(url + apiRoot + path, options),
    stop,
  }
}

/** Starts a second API that shares only the database with the first, as another process would. */
export async function startSecondApi(
  first: TestApi,
  { trustedProxies = 1, log = createLog('error', process.stderr) } = {},
) {
  const { db, pool, close } = connect(first.databaseProxy.url)
  const passwords = createPasswords({ cost: testCost })
  const readiness = await createReadiness(pool, () => false)
  const env = { ...testHosts, TRUST_PROXY: trustedProxies, STORE_TIME_ZONE: 'UTC' }
  const { tokens } = first
  const devices = createDevices(testSecret)
  const secondFactorCodes = createSecondFactorCodes(testSecret)
  const requestLog = createRequestLog(log)
  const audit = createAuditLog(log, trustedProxies)
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
    backups: first.backups,
    shopExport: first.shopExport,
    readiness,
  }
  const server = createServer(createApp({ ...parts, activityDelay: Infinity }))
  const url = (await listen(server)) + apiRoot
  return {
    call: (path: string, options?: CallOptions) => call(url + path, options),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await passwords.close()
      await close()
    },
  }
}

/** Creates the production server with its limits around the API. It does not listen yet. */
export function createServerWithLimits(
  api: TestApi,
  times?: Parameters<typeof createLimitedServer>[0],
): Server {
  const server = createLimitedServer(times)
  for (const listener of api.server.listeners('request')) {
    server.on('request', rejectPipelining(listener as RequestListener))
  }
  return server
}
