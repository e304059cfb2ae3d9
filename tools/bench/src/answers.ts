import { isDeepStrictEqual } from 'node:util'
import type { LoadRequest } from '#src/load/load-request'

/** Sends a request as the load does, and parses the answer. */
export async function readJson(
  { origin }: { origin: string },
  { method = 'GET', path, headers = {}, body }: LoadRequest,
): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`)
  // A deletion is answered without a body.
  return response.status === 204 ? null : response.json()
}

/** Called before anything is timed, because sides with different answers are not comparable. */
export function assertSameAnswers(subject: string, stockie: unknown, anchor: unknown): void {
  if (isDeepStrictEqual(stockie, anchor)) return
  const [left, right] = [stockie, anchor].map((value) => JSON.stringify(value)?.slice(0, 500))
  throw new Error(`Stockie and its anchor differ in ${subject}:\n${left}\n${right}`)
}

/** Called before a report of the past is timed, because one that equals the present proves nothing. */
export function assertOtherAnswers(subject: string, past: unknown, present: unknown): void {
  if (!isDeepStrictEqual(past, present)) return
  throw new Error(`The past and the present give the same answer to ${subject}.`)
}
