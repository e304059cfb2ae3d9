import type { IncomingMessage } from 'node:http'

/** The account id for the request's log line, even if the request is refused. Never the e-mail. */
export const requestAccountId = new WeakMap<IncomingMessage, number>()

/** The status for requests that Node could not parse. They too get a log line and security headers. */
export const parseErrorStatus = new WeakMap<IncomingMessage, number>()
