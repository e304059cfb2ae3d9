import type { IncomingMessage, RequestListener } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { ErrorCode } from '#src/errors'
import { conflictRetries } from '#src/http/conflict-retry'
import type { ApiDocument } from '#src/http/openapi/document'
import { requestErrorCode } from '#src/http/request-context'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Measures the duration of requests, from their headers to the end of the response. */
export function watchRequests(registry: Registry, routeOf: RouteOf): RequestListener {
  const countLogin = countLoginFailures(registry)
  const durations = new Histogram({
    name: 'stockie_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status. The status is none if the caller disconnected first.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })

  return (request, response) => {
    const startedAt = performance.now()
    // Before Express runs, because its routers strip their prefix from the URL.
    const route = routeOf(request)
    const { method: requestMethod = '' } = request
    const method = methods.has(requestMethod) ? requestMethod : 'other'
    response.once('close', () => {
      const { statusCode, headersSent } = response
      const status = headersSent ? `${Math.floor(statusCode / 100)}xx` : 'none'
      durations.observe({ method, route, status }, (performance.now() - startedAt) / 1000)
      countLogin(route, requestErrorCode.get(request))
    })
  }
}

/** The label of all addresses outside the API, which callers can choose freely. */
const other = 'other'

export type RouteOf = (request: Pick<IncomingMessage, 'url'>) => string

/**
 * Labels an address with its path in the OpenAPI document. The number of labels is bounded, although callers
 * can send any number of addresses.
 */
export function routesOf(document: ApiDocument): RouteOf {
  const plain = new Map<string, string>()
  const patterns: [RegExp, string][] = []
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    // A path with its own `servers` is outside of the API's root.
    const isOutsideRoot = Object.values(operations).some((operation) => Boolean(operation.servers))
    const route = isOutsideRoot ? path : apiRoot + path
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

/** By error code: the step without a code is a 401 too, and no failure. */
const reasons = new Map<ErrorCode, string>([
  ['unauthenticated', 'wrong'],
  ['too_many', 'throttled'],
])

/** Returns a function that takes the error of every request and counts the refused logins. */
function countLoginFailures(registry: Registry): (route: string, code?: ErrorCode) => void {
  const failures = new Counter({
    name: 'stockie_login_failures_total',
    help: 'Refused logins: wrong e-mail or password, or throttled after too many of those.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of reasons.values()) failures.inc({ reason }, 0)

  return (route, code) => {
    const isLogin = route === `${apiRoot}/auth/login`
    const reason = isLogin && code ? reasons.get(code) : undefined
    if (reason) failures.inc({ reason })
  }
}

export function countConflictRetries(registry: Registry): void {
  const retries = new Counter({
    name: 'stockie_write_conflicts_total',
    help: "Writes that Stockie retried after a conflict, by PostgreSQL's or Prisma's code.",
    labelNames: ['code'],
    registers: [registry],
  })
  conflictRetries.subscribe((error) => retries.inc({ code: codeOf(error) }))
}

function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && /^\w{5}$/.test(String(error.code)) ? String(error.code) : 'other'
}
