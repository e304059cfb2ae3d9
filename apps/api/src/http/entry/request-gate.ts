import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createHostCheck, type HostSettings } from '#src/http/host-check'
import type { RequestLog } from '#src/http/logs/request-log'
import { createRequestLimit } from '#src/http/network-limits'
import type { SendError } from '#src/http/problem'
import { assertRequestTarget, readAddress } from '#src/http/request-address'
import { parseErrorStatus } from '#src/http/request-context'
import { securityHeaders } from '#src/http/security-headers'

/** Undefined for a request that may be answered at once. The promise rejects for one that must be refused. */
export type ProxyCheck = (request: IncomingMessage) => Promise<void> | undefined

type Parts = {
  env: HostSettings
  requestLog: Pick<RequestLog, 'watch'>
  sendError: SendError
  watchRequest?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  indexHtml?: string | undefined
  checkProxy?: ProxyCheck | undefined
}

/** Logs and limits every request, sets its security headers and refuses unknown hosts. The others are answered. */
export function createRequestGate(parts: Parts, answer: RequestListener): RequestListener {
  const { env, requestLog, sendError, watchRequest, indexHtml, checkProxy } = parts
  const trustedProxies = env.TRUST_PROXY
  const checkHost = createHostCheck(env)
  const limitRequests = createRequestLimit(trustedProxies)
  const setSecurityHeaders = securityHeaders({ indexHtml, trustedProxies })

  return (request, response) => {
    try {
      const target = request.url
      request.url = readAddress(target) ?? ''
      requestLog.watch(request, response, trustedProxies)
      watchRequest?.(request, response)
      setSecurityHeaders(request, response)
      const parseStatus = parseErrorStatus.get(request)
      if (parseStatus !== undefined) {
        response.writeHead(parseStatus).end()
        return
      }
      limitRequests(request, response)
      assertRequestTarget(request)
      checkHost(request, target)
      const checking = checkProxy?.(request)
      if (!checking) return answer(request, response)
      checking
        .then(() => answer(request, response))
        .catch((error: unknown) => sendError(error, request, response))
    } catch (error) {
      // An uncaught error in an event handler would end the process.
      sendError(error, request, response)
    }
  }
}
