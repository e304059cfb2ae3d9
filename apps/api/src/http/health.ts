import { Router } from 'express'
import type { Pool } from 'pg'
import { z } from 'zod'
import { isSchemaCurrent, readMigrations } from '#src/database/migrations/history'
import type { Describe } from '#src/http/openapi/document'
import { json } from '#src/http/openapi/responses'
import { noStore } from './response-body'

/** What /readyz looks at. Each says 'ok', or the reason why requests should go elsewhere. */
export type Readiness = () => Promise<Record<string, string>>

/** /livez: the process lives. /readyz: it can serve. */
export function health(readiness: Readiness): Router {
  const router = Router()

  router.get('/livez', noStore, (_request, response) => {
    response.json({ status: 'ok' })
  })

  router.get('/readyz', noStore, async (_request, response) => {
    const checks = await readiness()
    const ready = Object.values(checks).every((state) => state === 'ok')
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', ...checks })
  })

  return router
}

/** Sooner than whoever asks stops waiting. */
const limit = 3_000

/** Ready while the process is not on its way out and its database answers at this version's schema. */
export async function createReadiness(pool: Pool, isDraining: () => boolean): Promise<Readiness> {
  const migrations = await readMigrations()

  async function checkDatabase(): Promise<{ database: string; schema: string }> {
    try {
      const current = await withinLimit(isSchemaCurrent(pool, migrations))
      return { database: 'ok', schema: current ? 'ok' : 'of another version' }
    } catch {
      return { database: 'cannot be reached', schema: 'unknown' }
    }
  }

  return async () => ({
    ...(await checkDatabase()),
    process: isDraining() ? 'draining' : 'ok',
  })
}

async function withinLimit<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), limit)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

const state = z.string().meta({ description: '"ok", or what is wrong.', example: 'ok' })
const readiness = z.object({ status: state, database: state, schema: state, process: state })

// These two lie beside the API's root, not under it.
const servers = [{ url: '/', description: 'The host itself' }]

export const describeHealth: Describe = (registry) => {
  registry.registerPath({
    method: 'get',
    path: '/livez',
    operationId: 'getLiveness',
    summary: 'Whether the process lives',
    tags: ['Health'],
    security: [],
    servers,
    responses: { 200: json('It lives.', z.object({ status: state })) },
  })
  registry.registerPath({
    method: 'get',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether it can serve',
    tags: ['Health'],
    security: [],
    servers,
    responses: {
      200: json('It can serve.', readiness),
      503: json('It cannot: the database, its schema or a shutdown is in the way.', readiness),
    },
  })
}
