import type { RequestListener } from 'node:http'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ApiDocument } from '#src/http/openapi/document'
import { watchInvariants, watchPool } from './database-metrics'
import { countLostRaces, routesOf, watchRequests } from './request-metrics'

type Parts = { pool: Pool; url: string; log: Logger; version: string }

export type Metrics = {
  /** What the app passes every request to, before it answers it. */
  watchRequests: (document: ApiDocument) => RequestListener
  /** Answers GET /metrics, and nothing else. */
  answer: RequestListener
}

/** What one process can tell of itself in figures: no id, no e-mail and no address that anybody made up. */
export function createMetrics({ pool, url, log, version }: Parts): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'stockie_build_info',
    help: 'Always 1, of the version that runs.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  watchPool(registry, pool)
  watchInvariants(registry, { url, log })
  countLostRaces(registry)
  return {
    watchRequests: (document) => watchRequests(registry, routesOf(document)),
    answer: createMetricsServer(registry),
  }
}

function createMetricsServer(registry: Registry): RequestListener {
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'")
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    const [path] = (request.url ?? '').split('?')
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
