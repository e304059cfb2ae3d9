import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DeadlinePool } from '#src/database/pool/deadline-pool'
import type { Standby } from '#src/database/pool/standby'
import { createHostCheck, type HostSettings } from '#src/http/host-check'
import type { ApiDocument } from '#src/http/openapi/document'
import { createSendError } from '#src/http/problem'
import { assertRequestTarget, readAddress } from '#src/http/request-address'
import { parseErrorStatus } from '#src/http/request-context'
import type { RequestLog } from '#src/http/logs/request-log'
import { watchInvariants, watchPool, watchStandby } from './database-metrics'
import { countConflictRetries, routesOf, watchRequests } from './request-metrics'

type Parts = {
  pool: DeadlinePool
  standby?: Standby | undefined
  url: string
  log: Logger
  requestLog: Pick<RequestLog, 'watch'>
  version: string
  env: HostSettings
}

export type Metrics = {
  /** The app calls it with every request, before it answers. */
  watchRequests: (document: ApiDocument) => RequestListener
  /** Answers GET /metrics, and 404 to everything else. */
  answer: RequestListener
}

/** Collects the metrics of one process. Labels contain no ids, e-mails or addresses from requests. */
export function createMetrics({
  pool,
  standby,
  url,
  log,
  requestLog,
  version,
  env,
}: Parts): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'stockie_build_info',
    help: 'Always 1. The label is the running version.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  watchPool(registry, pool)
  if (standby) watchStandby(registry, standby)
  watchInvariants(registry, { url, log })
  countConflictRetries(registry)
  return {
    watchRequests: (document) => watchRequests(registry, routesOf(document)),
    answer: createMetricsServer(registry, { log, requestLog, env }),
  }
}

function createMetricsServer(
  registry: Registry,
  { log, requestLog, env }: Pick<Parts, 'log' | 'requestLog' | 'env'>,
): RequestListener {
  const checkHost = createHostCheck({ ...env, TRUST_PROXY: 0 })
  const sendError = createSendError(log)

  return (request, response) => {
    try {
      const target = request.url
      request.url = readAddress(target) ?? ''
      requestLog.watch(request, response, 0)
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'")
      response.setHeader('Referrer-Policy', 'no-referrer')
      response.setHeader('X-Content-Type-Options', 'nosniff')
      const parseStatus = parseErrorStatus.get(request)
      if (parseStatus !== undefined) {
        response.writeHead(parseStatus).end()
        return
      }
      assertRequestTarget(request)
      checkHost(request, target)
    } catch (error) {
      sendError(error, request, response)
      return
    }
    const [path] = request.url.split('?')
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.setHeader('Content-Type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    )
  }
}
