import type { IncomingMessage } from 'node:http'

/** What could not be read as a request, with the status that says why: it has its line and headers like any other. */
export const statusOfUnreadable = new WeakMap<IncomingMessage, number>()
