import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import { createRandom } from '@stockie/prisma/seed'
import { ask } from '#src/clients/client-connection'
import { draftSale } from '#src/clients/client-writes'
import { type DocumentEntry, unansweredEntry } from '#src/clients/journal'
import type { LoadPlan, LoadReport, Reader } from './load-plan'

/** Nobody at a till waits longer. */
const salePatience = 10_000

/**
 * Customers do not wait for each other: sales are due at moments of chance, so many a second, and each is sent
 * at its moment, over a connection of its own where no other is free. None is sent twice.
 */
export async function sellOpenLoop(
  plan: LoadPlan,
  report: Omit<LoadReport, 'reads'>,
): Promise<void> {
  const { origin, headers, goods, seed, mark, salesPerSecond, seconds } = plan
  const random = createRandom(seed)
  const agent = new http.Agent({ keepAlive: true })
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const pause = () => (-Math.log(1 - random.next()) * 1_000) / salesPerSecond
  const underWay = new Set<Promise<void>>()

  async function sell(entry: DocumentEntry, due: number): Promise<void> {
    try {
      const answer = await ask(
        agent,
        origin,
        {
          method: 'POST',
          path: `${apiRoot}/sales`,
          headers: { ...headers, [idempotencyKeyHeader]: entry.mark },
          body: entry.sent,
        },
        salePatience,
      )
      if (answer.status === 201) {
        entry.answer = answer.body as DocumentEntry['answer']
        entry.isDeleted = false
      } else report.failed.push(`a sale was answered with ${answer.status}`)
    } catch (error) {
      report.failed.push(`a sale was not answered: ${String(error)}`)
    }
    report.sales.push(performance.now() - due)
  }

  let due = begun + pause()
  while (due < end) {
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    for (; due <= performance.now() && due < end; due += pause()) {
      const own = `${mark}-${report.documents.length + 1}`
      const entry = unansweredEntry('sales', { mark: own, sent: draftSale({ random, goods }, own) })
      report.documents.push(entry)
      report.late.push(performance.now() - due)
      const selling: Promise<void> = sell(entry, due).finally(() => underWay.delete(selling))
      underWay.add(selling)
    }
  }
  await Promise.all(underWay)
  report.took = performance.now() - begun
  agent.destroy()
}

/** A hang is told; what is only slow is in the figures. */
const readPatience = 60_000

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
        signal: AbortSignal.timeout(readPatience),
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

/** A process of its own: it is sent one plan, carries it out and tells what came of it. */
process.once('message', (plan: LoadPlan) => {
  void carryOut(plan).then((report) => process.send?.(report, () => process.disconnect()))
})
process.once('disconnect', () => process.exit(1))

async function carryOut(plan: LoadPlan): Promise<LoadReport> {
  const report: LoadReport = {
    documents: [],
    failed: [],
    sales: [],
    late: [],
    reads: [],
    took: 0,
  }
  let over = false
  const isOver = () => over
  const reading = plan.readers.map((reader) => readAgain(plan, reader, { report, isOver }))
  await sellOpenLoop(plan, report)
  over = true
  await Promise.all(reading)
  return report
}
