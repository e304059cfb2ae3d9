import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'

/** An id that a proxy gave the request is kept, unless it could be anything but an id. */
const saneId = /^[\w.-]{8,100}$/

/** One line a request, and its id on the line and on the answer. No headers, no bodies. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId(request, response) {
      const given = String(request.headers['x-request-id'] ?? '')
      const id = saneId.test(given) ? given : randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel(request, response, error) {
      if (error || response.statusCode >= 500) return 'error'
      // Asked every few seconds by whatever watches the process.
      return /^\/(livez|readyz)$/.test(request.originalUrl) ? 'debug' : 'info'
    },
    customSuccessMessage: describe,
    customErrorMessage: describe,
    serializers: {
      req: ({ id, method, url, remoteAddress }: Record<string, unknown>) => ({
        id,
        method,
        url,
        remoteAddress,
      }),
      res: ({ statusCode }: Record<string, unknown>) => ({ statusCode }),
    },
  })
}

function describe(request: Request, response: Response): string {
  const outcome = response.headersSent ? response.statusCode : 'without an answer'
  return `${request.method} ${request.originalUrl} ${outcome}`
}
