import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiRoot, restorablePaths } from '@stockie/contracts'
import type { Logger } from 'pino'
import { callerAddress, networkOf } from '#src/http/request-address'
import { requestAccountId } from '#src/http/request-context'
import { createLineBudget, type LineBudget, otherKeys } from './line-budget'

const idHeader = 'X-Request-Id'

/**
 * A request id comes from a trusted proxy only, and only if it looks like an id. Without a proxy, a caller
 * could use the same id for many requests.
 */
const validId = /^[\w.-]{8,100}$/

/** Monitoring calls these every few seconds, so they are logged at debug level. Any other spelling is not. */
const probes = new Set(['GET /livez', 'GET /readyz', 'GET /readyz?exclude=database'])

export type RequestLog = {
  /** Logs the request when its response is closed. */
  watch: (request: IncomingMessage, response: ServerResponse, trustedProxies: number) => void
  /** Logs the sums that are due at the end of the minute. */
  flush: () => void
}

/**
 * Lines for requests without a session: of one network, and of all. A page needs about 40 files. Refused and
 * served requests have budgets of their own, so that a page does not hide a refusal.
 */
const budgets = {
  refused: { seconds: 60, perKey: 20, maxKeys: 100, inAll: 100 },
  served: { seconds: 60, perKey: 100, maxKeys: 100, inAll: 300 },
}

/**
 * Logs one line per request: its id, the caller's address and the account, but no headers and no bodies.
 * Sums up what one network sends without a session beyond its budget, because strangers could otherwise push
 * every other line out of the log. Node rejects URLs with control characters or non-ASCII characters, so the
 * path needs no escaping.
 */
export function createRequestLog(log: Logger): RequestLog {
  // Redacting a line takes longer than writing it, and these lines contain no secrets.
  const lines = log.child({}, { redact: [] })
  const refused = createBudget('refused')
  const served = createBudget('served')

  function createBudget(outcome: keyof typeof budgets): LineBudget {
    return createLineBudget(budgets[outcome], ({ key, count, kinds }) => {
      const network = describeNetwork(key)
      lines.info({ network, statuses: kinds }, `${count} more ${outcome} requests from ${network}`)
    })
  }

  function watch(request: IncomingMessage, response: ServerResponse, trustedProxies: number): void {
    const startedAt = performance.now()
    const proxyId = trustedProxies > 0 ? request.headers['x-request-id'] : undefined
    const isValid = typeof proxyId === 'string' && validId.test(proxyId)
    response.setHeader(idHeader, isValid ? proxyId : randomUUID())
    // Before Express runs, because its routers strip their prefix from the URL.
    const { id, method, url } = describeRequest(request, response)
    // Read now, because a closed connection has no address.
    const req = { id, method, remoteAddress: callerAddress(request, trustedProxies) }

    // Not once(), which costs more: a response closes only once.
    response.on('close', () => {
      const { statusCode, headersSent } = response
      const account = requestAccountId.get(request)
      const status = headersSent ? statusCode : undefined
      const isProbe = statusCode < 400 && probes.has(`${req.method} ${url}`)
      if (!isProbe && (account === undefined || mayBeStranger(url, status))) {
        const budget = status === undefined || status >= 400 ? refused : served
        if (!budget.take(networkOf(req.remoteAddress), String(status ?? 'none'))) return
      }
      const line = {
        req,
        account,
        res: { statusCode },
        responseTime: Math.round(performance.now() - startedAt),
      }
      const message = `${req.method} ${url} ${status ?? 'without an answer'}`
      if (statusCode >= 500) lines.error(line, message)
      else if (isProbe) lines.debug(line, message)
      else lines.info(line, message)
    })
  }

  return {
    watch,
    flush() {
      refused.flush()
      served.flush()
    },
  }
}

function describeNetwork(key: string): string {
  if (key === otherKeys) return 'other addresses'
  return key.includes(':') ? `${key}::/64` : key
}

const loginPath = new RegExp(`^${apiRoot}/auth/login/?(?:\\?|$)`, 'i')

/**
 * Whether a request with an account id may still come from a stranger: the token may be of a session that
 * has ended, and a refused log-in names only the account that it tried. An unanswered request may not have
 * been checked at all.
 */
function mayBeStranger(url: string, status: number | undefined): boolean {
  if (status === undefined || status === 401) return true
  return status >= 400 && loginPath.test(url)
}

/** The request for the log. Only the access log adds the caller's address; the id connects the lines. */
export function describeRequest(request: IncomingMessage, response: ServerResponse) {
  const { method = '' } = request
  const id = response.getHeader(idHeader)
  const url = request.url ? loggedAddress(request.url) : 'unreadable'
  return { id, method, url }
}

/** Query parameters whose values contain no text from a user. */
const harmless = `(?:(?:start|end)Date=\\d{4}-\\d\\d-\\d\\d|page(?:Size)?=\\d{1,7}|resource=(?:${restorablePaths.join('|')})|exclude=database)`
const oneHarmless = new RegExp(`^${harmless}$`)
const onlyHarmless = new RegExp(`^${harmless}(?:&${harmless})*$`)

/** Longer than any URL of Stockie. A URL may have 16 KB, so callers could fill the disk through the log. */
const maxLoggedLength = 200

/**
 * The address for the log: the path and the harmless parameters of the query. '*' stands for the others,
 * which may contain a search text or even a password.
 */
function loggedAddress(address: string): string {
  const logged = withoutText(address)
  return logged.length > maxLoggedLength ? `${logged.slice(0, maxLoggedLength)}...` : logged
}

function withoutText(address: string): string {
  const queryAt = address.indexOf('?')
  if (queryAt < 0) return address
  const query = address.slice(queryAt + 1)
  // The common case.
  if (onlyHarmless.test(query)) return address
  const parameters = query.split('&')
  const harmlessParameters = parameters.filter((parameter) => oneHarmless.test(parameter))
  if (harmlessParameters.length < parameters.length) harmlessParameters.push('*')
  return `${address.slice(0, queryAt)}?${harmlessParameters.join('&')}`
}
