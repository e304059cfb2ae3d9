import { Router } from 'express'
import type { Pool } from 'pg'
import { z } from 'zod'
import { isSchemaCurrent, readMigrations } from '#src/database/migrations/history'
import { asRead } from '#src/database/pool/deadline-pool'
import type { Describe } from '#src/http/openapi/document'
import { json, problems } from '#src/http/openapi/responses'
import { withTimeout } from '#src/time'
import { noStore } from './response-body'

/** The checks of /readyz. Each value is 'ok' or the reason why the server cannot answer requests. */
export type Readiness = () => Promise<Record<string, string>>

/** /livez: the process runs. /readyz: it can answer requests. */
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

/** Shorter than the timeout of a typical probe. */
const checkTimeout = { ms: 3_000, error: () => new Error('The database did not answer in time.') }

/** How long an answer is remembered: any number of callers costs one query a second. */
const freshMs = 1_000

type DatabaseState = { database: string; schema: string }

/** Checks that the process is not shutting down, and that the database has this version's schema. */
export async function createReadiness(
  pool: Pool,
  isDraining: () => boolean,
  rememberedMs = freshMs,
): Promise<Readiness> {
  const migrations = await readMigrations()
  let checking: Promise<DatabaseState> | undefined
  let known: { state: DatabaseState; at: number } | undefined

  async function checkDatabase(): Promise<DatabaseState> {
    try {
      const current = await withTimeout(
        asRead(() => isSchemaCurrent(pool, migrations)),
        checkTimeout,
      )
      return { database: 'ok', schema: current ? 'ok' : 'of another version' }
    } catch {
      return { database: 'cannot be reached', schema: 'unknown' }
    }
  }

  /** Remembers the answer from its end on, because a check may take longer than it is fresh. */
  async function remember(): Promise<DatabaseState> {
    const state = await checkDatabase()
    known = { state, at: performance.now() }
    checking = undefined
    return state
  }

  async function getDatabaseState(): Promise<DatabaseState> {
    if (known && performance.now() - known.at < rememberedMs) return known.state
    return (checking ??= remember())
  }

  return async () => {
    // At once: the database cannot change this answer.
    if (isDraining()) return { ...(known?.state ?? unknownState), process: 'draining' }
    const state = await getDatabaseState()
    return { ...state, process: isDraining() ? 'draining' : 'ok' }
  }
}

const unknownState: DatabaseState = { database: 'unknown', schema: 'unknown' }

const state = z.string().meta({ description: '`ok`, or the problem.', example: 'ok' })
const readiness = z.object({ status: state, database: state, schema: state, process: state })

// The two paths are outside of the API's root.
const servers = [{ url: '/', description: 'The root of the host' }]

export const describeHealth: Describe = (registry) => {
  registry.registerPath({
    method: 'get',
    path: '/livez',
    operationId: 'getLiveness',
    summary: 'Check whether the process is running',
    tags: ['Health'],
    security: [],
    servers,
    responses: {
      ...problems(),
      200: json('The process is running.', z.object({ status: state })),
    },
  })
  registry.registerPath({
    method: 'get',
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Check whether the server can answer requests',
    tags: ['Health'],
    security: [],
    servers,
    responses: {
      ...problems(),
      200: json('The server can answer requests.', readiness),
      503: json('The server cannot answer requests. The fields name the reason.', readiness),
    },
  })
}
