import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { callerAddress, loggedAddress } from './request-address'

const idHeader = 'X-Request-Id'

/**
 * An id that a proxy gave the request is kept, unless it could be anything but an id. Where there is no proxy a
 * stranger would give it, and many requests the same.
 */
const saneId = /^[\w.-]{8,100}$/

/** Asked every few seconds by whatever watches the process. */
const probe = /^\/(livez|readyz)(\?|$)/

/**
 * One line a request, with its id, which the answer has too, whence it came, and the account that it was made for. No
 * headers, no bodies. Node takes no address with a control character or anything beyond ASCII in it, so the line shows
 * a path as it was sent.
 */
export function requestLog(
  log: Logger,
  trustedProxies: number,
): (request: IncomingMessage, response: ServerResponse) => void {
  // Looking through a line for secrets takes longer than writing it, and these hold none.
  const lines = log.child({}, { redact: [] })

  return (request, response) => {
    const begun = performance.now()
    const given = trustedProxies > 0 ? request.headers['x-request-id'] : undefined
    const isSane = typeof given === 'string' && saneId.test(given)
    response.setHeader(idHeader, isSane ? given : randomUUID())
    // Before Express, which takes away the part of the address that a router stands for.
    const { url, ...described } = describeRequest(request, response)
    // At once: a connection that has ended has no address any more.
    const req = { ...described, remoteAddress: callerAddress(request, trustedProxies) }

    response.once('close', () => {
      const { statusCode, headersSent } = response
      const account = requestAccountId.get(request)
      const line = {
        req,
        account,
        res: { statusCode },
        responseTime: Math.round(performance.now() - begun),
      }
      const message = `${req.method} ${url} ${headersSent ? statusCode : 'without an answer'}`
      if (statusCode >= 500) lines.error(line, message)
      else if (probe.test(url)) lines.debug(line, message)
      else lines.info(line, message)
    })
  }
}

/** The request as it stands in the log. Whence it came stands in its own line alone, which has the same id. */
export function describeRequest(request: IncomingMessage, response: ServerResponse) {
  const { method = '' } = request
  const id = response.getHeader(idHeader)
  const url = request.url ? loggedAddress(request.url) : 'unreadable'
  return { id, method, url }
}

/** Whose call it is, or would like to be: what its line in the log names, refused or not. Never their e-mail. */
export const requestAccountId = new WeakMap<IncomingMessage, number>()

/** What could not be read as a request, with the status that says why: it has its line and headers like any other. */
export const parseErrorStatus = new WeakMap<IncomingMessage, number>()
