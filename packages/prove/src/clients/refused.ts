import type { Answer } from './ask'

/** No client of ours asks for what may be refused. */
export function refused(what: string, { status, body }: Answer): Error {
  return new Error(`${what} was answered with ${status} ${JSON.stringify(body)}.`)
}
