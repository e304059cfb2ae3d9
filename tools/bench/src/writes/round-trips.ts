import { randomUUID } from 'node:crypto'
import { apiRoot } from '@stockie/contracts'
import { startStockie } from '@stockie/testkit/stockie-server'
import { readJson } from '#src/answers'
import type { Measure } from '#src/bench'
import type { LoadRequest } from '#src/load/load-request'
import { openCountingProxy } from './counting-proxy'
import { createRequests, today } from './sale-requests'

/** A purchase of two products with a new idempotency key. */
function createPurchaseRequest(headers: Record<string, string>): LoadRequest {
  const purchase = {
    supplierId: 1,
    purchaseDate: today,
    purchaseDetails: [1, 2].map((productId) => ({ productId, price: 5, quantity: 3, total: 15 })),
    totalAmount: 30,
    remark: null,
  }
  return {
    method: 'POST',
    path: `${apiRoot}/purchases`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(purchase),
  }
}

type Kind = { path: string; id: 'saleId' | 'purchaseId'; next: () => LoadRequest }

const tries = 3

/** B3: the number of round trips to the database. */
export const roundTrips: Measure = {
  row: {
    id: 'B3',
    name: 'SQL round trips of creating, deleting and bulk-deleting a sale or a purchase, the most',
    anchor: 'a count, beyond looking up the session where that is by itself',
    goal: { atMost: 1 },
    moonshot: { atMost: 1 },
  },
  async run(bench) {
    const { url } = await bench.database('e2e')
    const proxy = await openCountingProxy(url)
    bench.onEnd(proxy.close)
    const stockie = await startStockie(bench, proxy.url)
    const { headers } = stockie
    const nextSale = createRequests({ headers, day: today, products: 3, customers: 1 })
    const kinds: Kind[] = [
      { path: `${apiRoot}/sales`, id: 'saleId', next: () => nextSale(0) },
      {
        path: `${apiRoot}/purchases`,
        id: 'purchaseId',
        next: () => createPurchaseRequest(headers),
      },
    ]

    /** The minimum of a few tries, because queries of background tasks also pass through the proxy. */
    async function countTrips(next: () => LoadRequest | Promise<LoadRequest>): Promise<number> {
      const counts: number[] = []
      while (counts.length < tries) {
        const request = await next()
        const before = proxy.countRoundTrips()
        await readJson(stockie, request)
        counts.push(proxy.countRoundTrips() - before)
      }
      return Math.min(...counts)
    }

    async function countKind({ path, id, next }: Kind): Promise<number[]> {
      const createDocument = async () => {
        const created = (await readJson(stockie, next())) as Record<Kind['id'], number>
        return created[id]
      }
      const deletion = async () => ({
        method: 'DELETE',
        path: `${path}/${await createDocument()}`,
        headers,
      })
      const bulkDeletion = async () => {
        const body = JSON.stringify({ ids: [await createDocument(), await createDocument()] })
        return { method: 'DELETE', path: `${path}/bulk`, headers, body }
      }
      // Creating looks up the session in the same statement.
      return [
        await countTrips(next),
        (await countTrips(deletion)) - session,
        (await countTrips(bulkDeletion)) - session,
      ]
    }

    const verify = { method: 'POST', path: `${apiRoot}/auth/verify`, headers }
    const session = await countTrips(() => verify)
    const tripCounts: number[][] = []
    for (const kind of kinds) tripCounts.push(await countKind(kind))
    // A write without a round trip means that the proxy missed it.
    if (tripCounts.flat().some((trips) => trips < 1))
      throw new Error('A round trip was not counted.')
    const [sales, purchases] = tripCounts.map((counts) => counts.join(', '))
    return {
      rounds: [Math.max(...tripCounts.flat())],
      shown: [
        `creating, deleting and bulk-deleting sales ${sales}, purchases ${purchases}; the session ${session}`,
      ],
    }
  },
}
