import { inRounds } from '#src/rounds'
import { measureLoad } from '#src/load/load'
import { compareRates } from '#src/load/load-comparison'
import type { Measure } from '#src/bench'
import { startSaleServers } from './sale-servers'

/** B1: a sale over the whole path, from the request to the row. */
export const saleRecording: Measure = {
  row: {
    id: 'B1',
    name: 'POST a sale of 3 lines over the whole path, req/s',
    anchor: 'node:http + pg, the same writes in one statement',
    goal: { atLeast: 0.5 },
    moonshot: { atLeast: 0.9 },
  },
  async run(bench) {
    const { sides } = await startSaleServers(bench, {
      anchors: {
        anchor: { name: 'node:http + pg', file: 'writes/record-sale.mjs' },
        ordinary: { name: 'Express + Prisma', file: 'writes/record-sale-ordinary.ts' },
      },
      sold: { products: 10_000, customers: 5_000 },
    })
    const measured = await inRounds(bench, {
      stockie: () => measureLoad(bench, sides.stockie.server, sides.stockie.plan),
      anchor: () => measureLoad(bench, sides.anchor.server, sides.anchor.plan),
      ordinary: () => measureLoad(bench, sides.ordinary.server, sides.ordinary.plan),
    })
    return compareRates(measured)
  },
}
