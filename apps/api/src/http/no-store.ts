import type { IncomingMessage, ServerResponse } from 'node:http'

/** What was answered counts for this moment, and for whoever asked: no cache keeps it. */
export function noStore(
  _request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}
