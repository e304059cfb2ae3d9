import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { AppError } from '#src/errors'
import { createStartingReadiness, health } from '#src/http/health'
import type { HostSettings } from '#src/http/host-check'
import type { RequestLog } from '#src/http/logs/request-log'
import { createSendError, errorHandler } from '#src/http/problem'
import { createExpress } from './express-app'
import { createRequestGate } from './request-gate'

type Parts = {
  env: HostSettings
  log: Logger
  requestLog: Pick<RequestLog, 'watch'>
  isDraining: () => boolean
  /** Whether the database is being upgraded, which takes longer than a start. */
  isUpgrading: () => boolean
}

/** Answers until the shop can be served: /livez with 200, and everything else with 503. */
export function createStartingApp(parts: Parts): RequestListener {
  const { env, log, requestLog, isDraining, isUpgrading } = parts
  const sendError = createSendError(log)
  const app = createExpress()
  app.use(health(createStartingReadiness(isDraining), 'starting'))
  app.use(() => {
    throw isUpgrading()
      ? new AppError('unavailable', upgradingMessage, { retryAfter: 20 })
      : new AppError('unavailable', startingMessage, { retryAfter: 5 })
  })
  app.use(errorHandler(sendError))
  return createRequestGate({ env, requestLog, sendError }, app)
}

const startingMessage = 'Stockie is starting. Try again in a few seconds.'
const upgradingMessage =
  'Stockie is upgrading its database, after a backup. Try again in a few minutes.'
