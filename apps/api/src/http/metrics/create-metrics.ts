import type { RequestListener } from 'node:http'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ApiDocument } from '@/http/openapi/document'
import { answerScrapes } from './answer-scrapes'
import { countLostRaces } from './count-lost-races'
import { routesOf } from './routes-of'
import { watchInvariants } from './watch-invariants'
import { watchPool } from './watch-pool'
import { watchRequests } from './watch-requests'

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
    answer: answerScrapes(registry),
  }
}
