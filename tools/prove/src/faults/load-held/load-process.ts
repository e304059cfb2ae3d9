import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import { createRandom } from '@stockie/prisma/seed'
import { sendRequest } from '#src/clients/client-connection'
import { draftSale } from '#src/clients/client-writes'
import { type DocumentEntry, createEntry } from '#src/clients/journal'
import type { LoadPlan, LoadReport, Reader } from './load-plan'

/** No cashier waits longer. */
const saleTimeout = 10_000

/**
 * An open loop: sales are due at random times at the given rate, and each is sent when it is due. If no
 * connection is free, it opens another one. No sale is sent twice.
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
  const inFlight = new Set<Promise<void>>()

  async function sell(entry: DocumentEntry, due: number): Promise<void> {
    try {
      const answer = await sendRequest(
        agent,
        origin,
        {
          method: 'POST',
          path: `${apiRoot}/sales`,
          headers: { ...headers, [idempotencyKeyHeader]: entry.mark },
          body: entry.sent,
        },
        saleTimeout,
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
    const waitTime = due - performance.now()
    if (waitTime > 0) await wait(waitTime)
    for (; due <= performance.now() && due < end; due += pause()) {
      const saleMark = `${mark}-${report.documents.length + 1}`
      const sent = draftSale({ random, goods }, saleMark)
      const entry = createEntry('sales', { mark: saleMark, sent })
      report.documents.push(entry)
      report.late.push(performance.now() - due)
      const sale: Promise<void> = sell(entry, due).finally(() => inFlight.delete(sale))
      inFlight.add(sale)
    }
  }
  await Promise.all(inFlight)
  report.took = performance.now() - begun
  agent.destroy()
}

/** A longer read is an error; slower ones are only in the figures. */
const readTimeout = 60_000

/** Reads a list or a report with the last ETag, as a browser does, until `isOver`. */
export async function readRepeatedly(
  { origin, headers }: Pick<LoadPlan, 'origin' | 'headers'>,
  { path, pause }: Reader,
  { report, isOver }: { report: LoadReport; isOver: () => boolean },
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  report.reads.push({ path, waits })
  let etag: string | undefined

  function read(): Promise<string> {
    const condition = etag === undefined ? {} : { 'if-none-match': etag }
    return new Promise((resolve, reject) => {
      const request = http.get(origin + path, {
        agent,
        signal: AbortSignal.timeout(readTimeout),
        headers: { ...headers, ...condition },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        etag = response.headers.etag ?? etag
        // Discards the body: keeping long lists would cost memory for nothing.
        response.resume()
        response.once('error', reject)
        response.once('end', () =>
          response.complete
            ? resolve(String(response.statusCode))
            : reject(new Error('The response was cut off.')),
        )
      })
    })
  }

  while (!isOver()) {
    const began = performance.now()
    const outcome = await read().catch(String)
    if (outcome !== '200' && outcome !== '304') {
      report.failed.push(`a read of ${path} ended with ${outcome}`)
    }
    waits.push(performance.now() - began)
    await wait(pause)
  }
  agent.destroy()
}

/** Child process: receives one plan, carries it out, and sends the report. */
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
  const reading = plan.readers.map((reader) => readRepeatedly(plan, reader, { report, isOver }))
  await sellOpenLoop(plan, report)
  over = true
  await Promise.all(reading)
  return report
}
