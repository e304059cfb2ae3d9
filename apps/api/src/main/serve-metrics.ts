import { createServer } from 'node:http'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '@/env'
import type { Metrics } from '@/http/metrics/create-metrics'
import { readVersion } from '@/read-version'
import { prepareDrain } from './drain'
import type { Ending } from './ending'
import { listen } from './listen'
import { oneAtATime } from './one-at-a-time'

type Parts = { pool: Pool; url: string; log: Logger; ending: Ending }

/** On a port of their own. Without one nothing of them is there. */
export async function serveMetrics(
  { METRICS_HOST: HOST, METRICS_PORT: PORT }: Pick<Env, 'METRICS_HOST' | 'METRICS_PORT'>,
  { ending, ...parts }: Parts,
): Promise<Metrics | undefined> {
  if (PORT === undefined) return undefined
  const { createMetrics } = await import('@/http/metrics/create-metrics')
  const metrics = createMetrics({ ...parts, version: await readVersion() })
  const server = createServer(oneAtATime(metrics.answer))
  const { drain } = prepareDrain(server)
  await listen(server, { HOST, PORT }, 'METRICS_')
  ending.beforeThat(drain)
  return metrics
}
