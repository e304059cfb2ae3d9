import path from 'node:path'
import { createApp } from '@/app'
import { upgradeDatabase } from '@/database/backup/upgrade-database'
import { connect } from '@/database/connect'
import type { OpenDatabase } from '@/database/open-database'
import { EnvError, root, type Env } from '@/env'
import { readWebApp } from '@/http/read-web-app'
import { createReadiness } from '@/http/readiness'
import { createUsers } from '@/modules/users/users.service'
import { createPasswords } from '@/security/passwords'
import { createTokens } from '@/security/tokens'
import { checkTimeZone } from './check-time-zone'
import { createLimitedServer } from './create-limited-server'
import { prepareDrain } from './drain'
import type { Ending } from './ending'
import { fillDatabase } from './fill-database'
import { greet } from './greet'
import { listen } from './listen'
import { logLife } from './log-life'
import { oneAtATime } from './one-at-a-time'
import { openLog } from './open-log'
import { serveMetrics } from './serve-metrics'
import { tell, tellProgress } from './tell'
import { tellPassword } from './tell-password'

/** From an open database to a server that answers. */
export async function serve(env: Env, database: OpenDatabase, ending: Ending): Promise<void> {
  const secret = env.JWT_SECRET ?? database.jwtSecret
  if (!secret) {
    throw new EnvError('JWT_SECRET must be set where DATABASE_URL is, to at least 32 characters.')
  }
  const tokens = createTokens({ secret, ttl: env.JWT_TTL })
  const log = openLog(env)
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'Stockie stops: it does not know what state it is in.')
    void ending.end(1)
  })
  database.report((line) => log.warn(line))
  const say = env.DATABASE_URL ? (line: string) => log.info(line) : tell

  const { BACKUP_FOLDER: folder, BACKUP_KEEP: keep } = env
  await upgradeDatabase(database.url, { folder, keep, say, log: (line) => log.info(line) })
  const { db, pool, close } = connect(database.url, {
    onIdleError: (error) => log.warn(error, 'A database connection broke.'),
  })
  ending.beforeThat(close)
  await checkTimeZone(pool, env.STORE_TIME_ZONE)
  const passwords = createPasswords()
  ending.beforeThat(passwords.close)
  const users = createUsers({ pool, passwords })
  const filled = await fillDatabase({ url: database.url, env, users, onProgress: tellProgress })
  tellPassword(env, filled)

  const metrics = await serveMetrics(env, { pool, url: database.url, log, ending })
  const server = createLimitedServer()
  const { isDraining, drain } = prepareDrain(server)
  const readiness = await createReadiness(pool, isDraining)
  const webApp = await readWebApp(path.join(root, 'apps/web/dist'))
  const parts = { db, pool, env, log, tokens, passwords, readiness, webApp, metrics }
  server.on('request', oneAtATime(createApp(parts)))
  await listen(server, env)
  ending.beforeThat(drain)
  ending.beforeThat(await logLife({ log, pool, env }))
  await greet({ env, pool, filled, say })
}
