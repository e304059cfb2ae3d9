import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '#src/errors'

/** The account id for the request's log line, even if the request is refused. Never the e-mail. */
export const requestAccountId = new WeakMap<IncomingMessage, number>()

/** The code of the error that a request was answered with, for the metrics. */
export const requestErrorCode = new WeakMap<IncomingMessage, ErrorCode>()

/** The status for requests that Node could not parse. They too get a log line and security headers. */
export const parseErrorStatus = new WeakMap<IncomingMessage, number>()
