import { apiRoot, type Sale } from '@stockie/contracts'
import type { LoadRequest } from '#src/load/plan'
import type { Measure } from '#src/row'
import type { Server } from '#src/start-server'
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

    async function count(request: LoadRequest): Promise<number> {
      const before = line.asked()
      await ask(stockie, request)
      return line.asked() - before
    }
    async function enter(): Promise<number> {
      const sale = JSON.parse(await ask(stockie, nextSale(0))) as Sale
      return sale.saleId
    }

    const session = await count({ method: 'POST', path: `${apiRoot}/auth/verify`, headers })
    const creating = await count(nextSale(0))
    const path = `${apiRoot}/sales/${await enter()}`
    const deleting = await count({ method: 'DELETE', path, headers })
    const ids = [await enter(), await enter()]
    const bulk = {
      method: 'DELETE',
      path: `${apiRoot}/sales/bulk`,
      headers,
      body: JSON.stringify({ ids }),
    }
    const deletingMany = await count(bulk)

    const beyond = [creating, deleting, deletingMany].map((trips) => trips - session)
    const [created, deleted, deletedMany] = beyond
    return {
      rounds: [Math.max(...beyond)],
      shown: [
        `creating ${created}, deleting ${deleted}, bulk-deleting ${deletedMany}; the session ${session}`,
      ],
    }
  },
}

async function ask({ origin }: Server, { method, path, headers, body }: LoadRequest) {
  const type = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}${path}`, {
    ...(method !== undefined && { method }),
    headers: { ...headers, ...type },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`)
  return response.text()
}
