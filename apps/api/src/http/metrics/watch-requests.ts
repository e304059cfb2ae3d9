import type { RequestListener } from 'node:http'
import { Histogram, type Registry } from 'prom-client'
import { countLoginFailures } from './count-login-failures'
import type { RouteOf } from './routes-of'

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
