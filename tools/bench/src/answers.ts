import { isDeepStrictEqual } from 'node:util'
import type { LoadRequest } from '#src/load/load-request'

/** One answer as a value, asked for as the load asks for it. */
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
  // Whoever deletes is told nothing.
  return response.status === 204 ? null : response.json()
}

/** Before anything is timed: two that answer differently are not held against each other. */
export function assertSameAnswers(what: string, stockie: unknown, anchor: unknown): void {
  if (isDeepStrictEqual(stockie, anchor)) return
  const [one, other] = [stockie, anchor].map((value) => JSON.stringify(value)?.slice(0, 500))
  throw new Error(`Stockie and its anchor differ in ${what}:\n${one}\n${other}`)
}
