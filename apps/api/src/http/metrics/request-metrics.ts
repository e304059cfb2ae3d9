import type { IncomingMessage, RequestListener } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import { Counter, Histogram, type Registry } from 'prom-client'
import { conflictCounter } from '#src/http/conflict-retry'
import type { ApiDocument } from '#src/http/openapi/document'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** How long requests take, from their head to the end of their answer. */
export function watchRequests(registry: Registry, routeOf: RouteOf): RequestListener {
  const countLogin = countLoginFailures(registry)
  const durations = new Histogram({
    name: 'stockie_http_request_duration_seconds',
    help: 'How long requests took, by what was called; the status is none where the caller went away first.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })

  return (request, response) => {
    const begun = performance.now()
    // Before Express, which takes away the part of the address that a router stands for.
    const route = routeOf(request)
    const { method: given = '' } = request
    const method = methods.has(given) ? given : 'other'
    response.once('close', () => {
      const { statusCode, headersSent } = response
      const status = headersSent ? `${Math.floor(statusCode / 100)}xx` : 'none'
      durations.observe({ method, route, status }, (performance.now() - begun) / 1000)
      countLogin(route, statusCode)
    })
  }
}

/** An address that is none of the API's: a file of the web app, or anything that anybody made up. */
const other = 'other'

export type RouteOf = (request: Pick<IncomingMessage, 'url'>) => string

/**
 * What an address is called in a label: as the OpenAPI document has it, so that there are no more of them than
 * calls, however many addresses there are.
 */
export function routesOf(document: ApiDocument): RouteOf {
  const plain = new Map<string, string>()
  const patterns: [RegExp, string][] = []
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    // What has a server of its own lies beside the API's root.
    const isBeside = Object.values(operations).some((operation) => Boolean(operation.servers))
    const route = isBeside ? path : apiRoot + path
    if (route.includes('{')) patterns.push([toPattern(route), route])
    else plain.set(route.toLowerCase(), route)
  }

  return ({ url = '' }) => {
    const path = url.replace(/\?.*/s, '').replace(/\/$/, '')
    const known = plain.get(path.toLowerCase())
    return known ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? other
  }
}

function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i')
}

const reasons = new Map([
  [401, 'wrong'],
  [429, 'throttled'],
])

/** Hears how each call was answered, and counts the logins that were refused. */
function countLoginFailures(registry: Registry): (route: string, status: number) => void {
  const failures = new Counter({
    name: 'stockie_login_failures_total',
    help: 'Logins that were refused: wrong e-mail or password, or throttled after too many of those.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of reasons.values()) failures.inc({ reason }, 0)

  return (route, status) => {
    const reason = route === `${apiRoot}/auth/login` ? reasons.get(status) : undefined
    if (reason) failures.inc({ reason })
  }
}

export function countLostRaces(registry: Registry): void {
  const retries = new Counter({
    name: 'stockie_lost_races_total',
    help: "Writes that PostgreSQL ended so that another could finish, and that were done again, by its code or Prisma's.",
    labelNames: ['code'],
    registers: [registry],
  })
  conflictCounter.subscribe((error) => retries.inc({ code: codeOf(error) }))
}

function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && /^\w{5}$/.test(String(error.code)) ? String(error.code) : 'other'
}
