import type { LoadRequest } from './load/plan'

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
