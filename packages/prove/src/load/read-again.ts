import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadPlan, LoadReport, Reader } from './plan'

/** A hang is told; what is only slow is in the figures. */
const patience = 60_000

/** Looks at its list or report as a browser does that knows the last answer, until somebody says that it is over. */
export async function readAgain(
  { origin, headers }: Pick<LoadPlan, 'origin' | 'headers'>,
  { path, pause }: Reader,
  { report, isOver }: { report: LoadReport; isOver: () => boolean },
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  report.reads.push({ path, waits })
  let tag: string | undefined

  function look(): Promise<string> {
    const known = tag === undefined ? {} : { 'if-none-match': tag }
    return new Promise((resolve, reject) => {
      const request = http.get(origin + path, {
        agent,
        signal: AbortSignal.timeout(patience),
        headers: { ...headers, ...known },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        tag = response.headers.etag ?? tag
        // Read and thrown away: a long list is not worth its memory here.
        response.resume()
        response.once('error', reject)
        response.once('end', () =>
          response.complete
            ? resolve(String(response.statusCode))
            : reject(new Error('The answer was cut off.')),
        )
      })
    })
  }

  while (!isOver()) {
    const began = performance.now()
    const outcome = await look().catch(String)
    if (outcome !== '200' && outcome !== '304') {
      report.failed.push(`a read of ${path} came to ${outcome}`)
    }
    waits.push(performance.now() - began)
    await wait(pause)
  }
  agent.destroy()
}
