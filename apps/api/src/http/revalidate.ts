import type { ServerResponse } from 'node:http'

/**
 * The browser of the one who asked may keep an answer, and asks before each use whether it holds. No
 * other caller gets it, nor one who takes another encoding.
 */
export function revalidate(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('Vary', 'Authorization, Accept-Encoding')
}
