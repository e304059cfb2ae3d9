import type { LoadRequest } from '#src/load/plan'
import { readJson } from '#src/read-json'
import type { Measure } from '#src/row'
import { startStockie } from '#src/start-stockie'
import { openLine } from './open-line'
import { createRequests } from './sale-requests'
import { today } from './today'

/** B3: how often the database is waited for. */
export const roundTrips: Measure = {
  row: {
    id: 'B3',
    name: 'SQL round trips of creating, deleting and bulk-deleting a document, at most',
    anchor: 'a count, beyond looking up the session',
    goal: { atMost: 1 },
    moonshot: { atMost: 1 },
  },
  async run(bench) {
    const { url } = await bench.database('e2e')
    const line = await openLine(url)
    bench.onEnd(line.close)
    const stockie = await startStockie(bench, line.url)
    const { headers } = stockie
    const nextSale = createRequests({ headers, day: today, products: 3, customers: 1 })

    async function count(request: LoadRequest): Promise<{ trips: number; answer: unknown }> {
      const before = line.asked()
      const answer = await readJson(stockie, request)
      return { trips: line.asked() - before, answer }
    }
    async function enter(): Promise<number> {
      const { answer } = await count(nextSale(0))
      return (answer as { saleId: number }).saleId
    }

    const session = await count({ method: 'POST', path: '/api/auth/verify', headers })
    const creating = await count(nextSale(0))
    const path = `/api/sales/${await enter()}`
    const deleting = await count({ method: 'DELETE', path, headers })
    const ids = [await enter(), await enter()]
    const bulk = {
      method: 'DELETE',
      path: '/api/sales/bulk',
      headers,
      body: JSON.stringify({ ids }),
    }
    const deletingMany = await count(bulk)

    const beyond = [creating, deleting, deletingMany].map(({ trips }) => trips - session.trips)
    const [created, deleted, deletedMany] = beyond
    return {
      rounds: [Math.max(...beyond)],
      shown: [
        `creating ${created}, deleting ${deleted}, bulk-deleting ${deletedMany}; the session ${session.trips}`,
      ],
    }
  },
}
