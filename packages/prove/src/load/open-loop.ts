import http from 'node:http'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import { createRandom } from '@stockie/prisma/seed'
import { ask } from '#src/clients/ask'
import { draftSale } from '#src/clients/drafts'
import type { DocumentEntry } from '#src/clients/journal'
import { unansweredEntry } from '#src/clients/unanswered-entry'
import type { LoadPlan, LoadReport } from './plan'

/** Nobody at a till waits longer. */
const patience = 10_000

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
        patience,
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
