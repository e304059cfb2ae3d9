import type { Page, Response } from '@playwright/test'
import { startServer } from '@stockie/testkit/server-process'
import { anchorFile, type Bench } from '#src/bench'

/** A request of Stockie, and how many bytes its answer had on the wire. */
export type SentRequest = {
  method: string
  headers: Record<string, string>
  body: string | null
  size: number
}

/** Serves answers of any size, and an empty page at its root. */
export function serveBytes(bench: Bench) {
  return startServer(bench, { name: 'bytes', file: anchorFile('web/bytes.mjs') })
}

/** The headers that a script may set itself; the browser adds the others by itself to a bare fetch too. */
const ownHeaders = ['authorization', 'content-type', 'idempotency-key', 'if-none-match']

/**
 * `request.sizes()` waits for the last byte. `response.finished()` would never resolve for a 304 whose body the page
 * does not read: Chromium reports it as aborted.
 */
export async function recordAnswer(response: Response): Promise<SentRequest> {
  const request = response.request()
  const [sent, { responseBodySize }] = [await request.allHeaders(), await request.sizes()]
  const headers = Object.entries(sent).filter(([name]) => ownHeaders.includes(name))
  return {
    method: request.method(),
    headers: Object.fromEntries(headers),
    body: request.postData(),
    size: responseBodySize,
  }
}

/**
 * Sends the same bytes from the page to the server of bytes, one step after the other, and returns the milliseconds
 * until all has arrived.
 */
export function fetchBare(page: Page, origin: string, steps: SentRequest[][]): Promise<number> {
  return page.evaluate(
    async ([address, all]) => {
      const began = performance.now()
      for (const step of all) {
        await Promise.all(
          step.map(async ({ size, ...init }) => {
            const answer = await fetch(`${address}${size}`, init)
            const { byteLength } = await answer.arrayBuffer()
            if (byteLength !== size)
              throw new Error(`The anchor answered with ${byteLength} bytes.`)
          }),
        )
      }
      return performance.now() - began
    },
    [`${origin}/bytes?size=`, steps] as const,
  )
}
