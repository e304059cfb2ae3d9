import { startPooler } from '@stockie/api/test/pooler'
import { findPrograms } from '@stockie/testkit/cluster/debian-programs'
import { openPostgresCluster } from '@stockie/testkit/cluster/postgres-cluster'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { type Bench, createShops, type Measure } from '#src/bench'
import { measureLoad } from '#src/load/load'
import { compareRates } from '#src/load/load-comparison'
import { inRounds } from '#src/rounds'
import { startSaleServers } from './sale-servers'

type GetUrl = (shop: ShopDatabase) => Promise<string>

/** B7: what PgBouncer in session mode costs a sale. */
export const salesThroughPooler: Measure = {
  row: {
    id: 'B7',
    name: 'POST a sale of 3 lines through PgBouncer in session mode, req/s',
    anchor: 'Stockie without it',
    goal: { atLeast: 0.9 },
    moonshot: { atLeast: 1 },
  },
  async run(bench) {
    const { pgbouncer } = await findPrograms(['pgbouncer'])
    const pool: GetUrl = async ({ url }) => {
      const pooler = await startPooler(pgbouncer, url)
      bench.onEnd(pooler.stop)
      return pooler.url
    }
    return compareSides(bench, { stockie: pool, anchor: async ({ url }) => url })
  },
}

/** B8: what the wait for a synchronous standby costs a sale. Both sides have the standby, on this machine. */
export const salesWithStandby: Measure = {
  row: {
    id: 'B8',
    name: 'POST a sale of 3 lines, acknowledged once a standby has it, req/s',
    anchor: 'Stockie with a standby that it does not wait for',
    goal: { atLeast: 0.7 },
    moonshot: { atLeast: 0.95 },
  },
  async run(bench) {
    const cluster = await openPostgresCluster(bench, { isStrict: false })
    const { readPostmaster } = await cluster.primary()
    const database = createShops(cluster.url, bench.progress)
    const outcome = await compareSides(
      { ...bench, database, postmaster: await readPostmaster() },
      {
        stockie: async ({ url }) => url,
        anchor: async ({ url, query }) => {
          const name = new URL(url).pathname.slice(1)
          await query(`alter database ${name} set synchronous_commit = local`)
          return url
        },
      },
    )
    // Throws if Patroni has let the primary go on without its standby.
    await cluster.standby()
    return outcome
  },
}

async function compareSides(bench: Bench, getUrls: Record<'stockie' | 'anchor', GetUrl>) {
  const start = async (getUrl: GetUrl) => {
    const sold = { products: 10_000, customers: 5_000 }
    const { sides } = await startSaleServers(bench, { anchors: {}, sold, getUrl })
    return sides.stockie
  }
  const [stockie, anchor] = [await start(getUrls.stockie), await start(getUrls.anchor)]
  const measured = await inRounds(bench, {
    stockie: () => measureLoad(bench, stockie.server, stockie.plan),
    anchor: () => measureLoad(bench, anchor.server, anchor.plan),
  })
  return compareRates(measured)
}
