import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Call = {
  request: IncomingMessage
  response: ServerResponse
  /** How many more the caller has sent meanwhile. */
  ahead: number
}

/** What each connection is being answered. Where it closes after that, it stays until then. */
export const callsUnderWay = new WeakMap<Socket, Call>()
