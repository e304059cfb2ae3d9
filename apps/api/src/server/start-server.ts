import path from 'node:path'
import pg, { type Pool } from 'pg'
import type { Logger } from 'pino'
import { createApp } from '#src/app'
import { createShopBackups } from '#src/database/backup/shop-backups'
import { createShopExport } from '#src/database/export/shop-export'
import { upgradeDatabase } from '#src/database/backup/upgrade-database'
import type { PrismaClient } from '#src/database/generated/client'
import type { OpenDatabase } from '#src/database/open-database'
import { connect } from '#src/database/pool/connect'
import type { DeadlinePool } from '#src/database/pool/deadline-pool'
import { openStandby, type Standby } from '#src/database/pool/standby'
import { fingerprintSecret, registerServer } from '#src/database/servers/server-registry'
import { type Env, EnvError, missingSecretMessage, readVersion, root } from '#src/env'
import { createStartingApp } from '#src/http/entry/starting-app'
import { createAuditLog } from '#src/http/logs/audit-log'
import { createReadiness } from '#src/http/health'
import type { Metrics } from '#src/http/metrics/metrics'
import { createRequestLog, type RequestLog } from '#src/http/logs/request-log'
import { readWebApp } from '#src/http/static-files'
import { watchOldImports } from '#src/modules/imports/old-imports'
import { watchIdleSessions } from '#src/modules/sessions/idle-sessions'
import { createUsers } from '#src/modules/users/users.service'
import { createDevices } from '#src/security/devices'
import { createSecondFactorCodes } from '#src/security/second-factor-codes'
import { createPasswords } from '#src/security/passwords'
import { createTokens } from '#src/security/tokens'
import { openAuditLog } from './audit-files'
import { checkCluster, describeServer, warnOfCluster } from './cluster-start'
import { createLimitedServer, rejectPipelining } from './connections'
import { print, printProgress } from './console'
import { fillDatabase } from './initial-data'
import { listen } from './listen'
import { openLog } from './log'
import { assertNoKnownLogins, listProxyWarnings } from './network-exposure'
import { prepareDrain, type Shutdown } from './shutdown'
import { printBanner, printPassword } from './start-messages'
import { createProxyCheck } from './undeclared-proxy'

/**
 * A start that takes longer listens before it is ready, so that probes see that the process lives: the backup before an
 * upgrade may take minutes. Before that, a proxy must notice that the former process has gone (with the defaults of
 * HAProxy in 6 s), or it would send requests here and pass on the 503, instead of asking another server.
 */
const quickStartMs = 8_000

/**
 * From readiness until Prisma begins to load. Loading blocks the event loop for a fifth of a second. Neither the start nor the
 * first save of a record should wait for it.
 */
const prismaDelayMs = 1_000

/** Migrates and fills the open database, then starts the HTTP server on it. */
export async function startServer(
  env: Env,
  database: OpenDatabase,
  shutdown: Shutdown,
): Promise<void> {
  const secret = env.JWT_SECRET ?? database.jwtSecret
  if (!secret) {
    throw new EnvError(missingSecretMessage)
  }
  const tokens = createTokens({ secret, ttl: env.JWT_TTL })
  const devices = createDevices(secret)
  const secondFactorCodes = createSecondFactorCodes(secret)
  const log = openLog(env)
  const requestLog = createRequestLog(log)
  const audit = createAuditLog(openAuditLog(env, log), env.TRUST_PROXY)
  // Registered first, so that it runs after the last response.
  shutdown.onClose(async () => [requestLog, audit].forEach(({ flush }) => flush()))
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'Stockie stops because of an unexpected error. Please report it.')
    void shutdown.end(1)
  })
  database.setLog((line) => log.warn(line))
  const printMessage = env.DATABASE_URL ? (line: string) => log.info(line) : print
  const warn = env.DATABASE_URL ? (line: string) => log.warn(line) : print

  const server = createLimitedServer({ trustedProxies: env.TRUST_PROXY })
  const { isDraining, drain } = prepareDrain(server)
  let isUpgrading = false
  let answer = createStartingApp({
    env,
    log,
    requestLog,
    isDraining,
    isUpgrading: () => isUpgrading,
  })
  server.on(
    'request',
    rejectPipelining((request, response) => answer(request, response)),
  )
  let listening: Promise<void> | undefined
  const openPort = () => (listening ??= listen(server, env))
  // If the port is taken, the start fails when it is ready.
  const earlyTimer = setTimeout(() => void openPort().catch(() => {}), quickStartMs)
  shutdown.onClose(async () => {
    clearTimeout(earlyTimer)
    if (listening) await drain()
  })

  const own = { ...(await describeServer(env)), secretFingerprint: fingerprintSecret(secret) }
  // An embedded database belongs to one server.
  const isShared = Boolean(env.DATABASE_URL)
  if (isShared) await checkCluster(database.url, { own, log: printMessage })
  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  await upgradeDatabase(database.url, {
    folder,
    keep,
    logBackup: printMessage,
    warn,
    log: (line) => log.info(line),
    sharedAs: isShared ? 'server' : undefined,
    onUpgrade: () => void (isUpgrading = true),
  })
  isUpgrading = false
  const { db, pool, close } = connect(database.url, {
    max: env.DATABASE_POOL,
    onIdleError: (error) => log.warn(error, 'A database connection broke.'),
  })
  shutdown.onClose(close)
  const readUrl = env.DATABASE_READ_URL
  const standbyOptions = { primary: pool, max: env.DATABASE_POOL, log }
  const standby = readUrl === undefined ? undefined : await openStandby(readUrl, standbyOptions)
  if (standby) shutdown.onClose(standby.close)
  await checkTimeZone(pool, env.STORE_TIME_ZONE)
  if (isShared) {
    const poolSize = pool.options.max
    const registration = { pool, own: { ...own, poolSize }, log: printMessage, logger: log }
    shutdown.onClose(await registerServer(registration))
  }
  const passwords = createPasswords()
  shutdown.onClose(passwords.close)
  const users = createUsers({ pool, passwords })
  const filled = await fillDatabase({ url: database.url, env, users, onProgress: printProgress })
  printPassword(env, filled)
  await assertNoKnownLogins(env, pool)

  const metrics = await serveMetrics(env, {
    pool,
    standby,
    url: database.url,
    log,
    requestLog,
    shutdown,
  })
  const readiness = await createReadiness(pool, isDraining)
  const { url } = database
  const backups = createShopBackups({ pool, url, folder, keep, overdue: env.BACKUP_OVERDUE, log })
  const shopExport = createShopExport({ pool, url, timeZone: env.STORE_TIME_ZONE, log })
  const webApp = await readWebApp(path.join(root, 'apps/web/dist'))
  const parts = {
    db,
    pool,
    standby,
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
  const checkProxy = createProxyCheck({ env, pool, warn })
  answer = createApp({ ...parts, webApp, checkProxy, metrics })
  clearTimeout(earlyTimer)
  await openPort()
  const loading = setTimeout(() => void loadPrisma(db, log), prismaDelayMs)
  shutdown.onClose(async () => clearTimeout(loading))
  await backups.makeWaiting()
  shutdown.onClose(backups.stop)
  shutdown.onClose(watchOldImports(pool, log))
  const seconds = env.IDLE_TIMEOUT
  if (seconds !== undefined) shutdown.onClose(watchIdleSessions({ pool, log, seconds }))
  // Again, because the steps run in reverse order: the last requests still need the database.
  shutdown.onClose(drain)
  shutdown.onClose(await logLifecycle({ log, pool, env }))
  for (const warning of listProxyWarnings(env)) warn(warning)
  await printBanner({ env, pool, filled, printMessage })
  if (isShared) await warnOfCluster(pool, { asyncStandbys: env.ASYNC_STANDBYS, warn })
}

/** A failure is final: Node keeps it for the module, and Prisma for its engine. */
async function loadPrisma(db: PrismaClient, log: Logger): Promise<void> {
  await db.$connect().catch((error: unknown) => {
    log.error(error, 'Prisma did not load, so no record can be saved. Restart Stockie.')
  })
}

type MetricsParts = {
  pool: DeadlinePool
  standby: Standby | undefined
  url: string
  log: Logger
  requestLog: RequestLog
  shutdown: Shutdown
}

/** Serves the metrics on their own port. If METRICS_PORT is not set, no metrics are collected. */
async function serveMetrics(
  env: Env,
  { shutdown, ...parts }: MetricsParts,
): Promise<Metrics | undefined> {
  const { METRICS_HOST: HOST, METRICS_PORT: PORT } = env
  if (PORT === undefined) return undefined
  const { createMetrics } = await import('#src/http/metrics/metrics')
  const metrics = createMetrics({ ...parts, env, version: await readVersion() })
  // A Prometheus needs one connection.
  const server = createLimitedServer({ maxConnections: 80 })
  server.on('request', rejectPipelining(metrics.answer))
  const { drain } = prepareDrain(server)
  await listen(server, { HOST, PORT }, 'METRICS_')
  shutdown.onClose(drain)
  return metrics
}

/**
 * Node accepts the name, but PostgreSQL computes the days. Some installations lack older names (for
 * Asia/Kolkata, Node says Asia/Calcutta), and no installation reads short names such as IST as Node does.
 */
async function checkTimeZone(pool: pg.Pool, name: string): Promise<void> {
  try {
    await pool.query(`select set_config('timezone', $1, true)`, [name])
  } catch (error) {
    const isUnknown = error instanceof pg.DatabaseError && error.code === '22023'
    if (!isUnknown) throw error
    throw new EnvError(
      'STORE_TIME_ZONE must be a time zone that the database also knows, such as Europe/Berlin. ' +
        'If you do not set it, Stockie uses the zone of the server.',
    )
  }
}

type Options = { log: Logger; pool: Pool; env: Env }

/** Logs the start with its versions. The returned function logs the stop. */
async function logLifecycle({ log, pool, env }: Options): Promise<() => Promise<void>> {
  const version = await readVersion()
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const details = {
    version,
    node: process.versions.node,
    postgres: rows[0]?.server_version,
    address: `http://${env.HOST}:${env.PORT}`,
    audit: env.AUDIT_FOLDER,
  }
  log.info(details, 'Stockie has started.')
  return async () => log.info({ version }, 'Stockie stops.')
}
