import { Router } from 'express'
import type { Pool } from 'pg'
import { z } from 'zod'
import { readMigrations } from '#src/database/migrations/history'
import { isSchemaServed } from '#src/database/migrations/served-versions'
import { withDeadline } from '#src/database/pool/deadline-pool'
import type { Describe } from '#src/http/openapi/document'
import { json, problems } from '#src/http/openapi/responses'
import { withTimeout } from '#src/time'
import { noStore } from './response-body'

/**
 * The checks of /readyz. Each value is 'ok' or the reason why the server cannot answer requests. The database can be
 * excluded, for a proxy: users then get the answer of Stockie itself while only the database is away.
 */
export type Readiness = (excluded?: 'database') => Promise<Record<string, string>>

/** A value that does not count as a reason: nothing was learned, or nothing was asked. */
const neutral = new Set(['ok', 'excluded'])

type Liveness = 'ok' | 'starting'

/** /livez: the process runs. /readyz: it can answer requests. */
export function health(readiness: Readiness, liveness: Liveness = 'ok'): Router {
  const router = Router()

  router.get('/livez', noStore, (_request, response) => {
    response.json({ status: liveness })
  })

  router.get('/readyz', noStore, async (request, response) => {
    const isExcluded = [request.query.exclude].flat().includes('database')
    const checks = await readiness(isExcluded ? 'database' : undefined)
    const ready = Object.values(checks).every((state) => neutral.has(state))
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', ...checks })
  })

  return router
}

/** Of a server that has not opened its database yet. */
export function createStartingReadiness(isDraining: () => boolean): Readiness {
  return async () => ({ ...unknownState, process: isDraining() ? 'draining' : 'starting' })
}

/** Shorter than the timeout of a typical probe. */
const checkTimeout = { ms: 3_000, error: () => new Error('The database did not answer in time.') }

/** How long an answer is remembered: any number of callers costs one query a second. */
const freshMs = 1_000

type DatabaseState = { database: string; schema: string }

/** Checks that the process is not shutting down, and that the schema of the database serves this version. */
export async function createReadiness(
  pool: Pool,
  isDraining: () => boolean,
  rememberedMs = freshMs,
): Promise<Readiness> {
  const migrations = await readMigrations()
  let checking: Promise<DatabaseState> | undefined
  let known: { state: DatabaseState; at: number } | undefined
  let lastSchema = 'ok'

  async function checkDatabase(): Promise<DatabaseState> {
    try {
      const served = await withTimeout(
        withDeadline(
          performance.now() + checkTimeout.ms,
          () => isSchemaServed(pool, migrations),
          true,
        ),
        checkTimeout,
      )
      lastSchema = served ? 'ok' : 'of another version'
      return { database: 'ok', schema: lastSchema }
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

  return async (excluded) => {
    // At once: the database cannot change this answer.
    if (isDraining()) return { ...(known?.state ?? unknownState), process: 'draining' }
    if (excluded === 'database') {
      // Not awaited: the next probe has the answer, and a frozen database delays none.
      void getDatabaseState()
      return { database: 'excluded', schema: lastSchema, process: 'ok' }
    }
    const state = await getDatabaseState()
    return { ...state, process: isDraining() ? 'draining' : 'ok' }
  }
}

const unknownState: DatabaseState = { database: 'unknown', schema: 'unknown' }

const state = z.string().meta({ description: '`ok`, or the problem.', example: 'ok' })
const liveness = z.object({
  status: state.meta({ description: '`ok`, or `starting` before the server is ready.' }),
})
const readiness = z.object({ status: state, database: state, schema: state, process: state })

const readinessQuery = z.object({
  exclude: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'With `database`, the answer does not depend on the database: a proxy can send users to a server whose database is away, and they get the answer of Stockie. Other values have no effect.',
      example: ['database'],
    }),
})

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
      200: json('The process is running.', liveness),
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
    request: { query: readinessQuery },
    responses: {
      ...problems(),
      200: json('The server can answer requests.', readiness),
      503: json('The server cannot answer requests. The fields name the reason.', readiness),
    },
  })
}
