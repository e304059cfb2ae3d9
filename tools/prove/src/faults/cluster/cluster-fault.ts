import { waitUntil } from '@stockie/testkit/polling'
import {
  openPostgresCluster,
  type PostgresCluster,
} from '@stockie/testkit/cluster/postgres-cluster'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import pg from 'pg'
import { type Api, startApi } from '#src/api-process'
import { type Clients, startClients } from '#src/clients/clients'
import { addBrokenPromises, type Fault } from '#src/fault'
import { createSmallShops } from '#src/fault-context'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

export type Target = {
  cluster: PostgresCluster
  shop: ShopDatabase
  api: Api
  clients: Clients
}

type Strike = {
  /** From then on, the time until the first write counts. */
  from: number
  /** Milliseconds before that in which no write can be acknowledged. */
  held?: number
  /** Makes the cluster whole again. */
  repair?: () => Promise<void> | void
  brokenPromises?: string[]
}

type Options = {
  name: string
  isStrict?: boolean
  canCutReplication?: boolean
  /** Whether the standby must be the primary afterwards. */
  endsWithOtherPrimary: boolean
  strike: (target: Target) => Promise<Strike>
}

/** Milliseconds for the first write of the API, once the cluster takes writes again. */
const firstWriteLimit = 5_000

/** A fault of a cluster of two PostgreSQL with a synchronous standby. It is played in the long form only. */
export function clusterFault({
  name,
  isStrict = false,
  canCutReplication = false,
  endsWithOtherPrimary,
  strike,
}: Options): Fault {
  return {
    name,
    rounds: { short: 0, long: 3 },
    async open(context) {
      const cluster = await openPostgresCluster(context, { isStrict, canCutReplication })
      const shop = await context.openShop(createSmallShops(cluster.url, context.progress))
      const api = await startApi(context, shop)
      const clients = await startClients(context, shop, {
        origins: [api.origin],
        headers: api.headers,
      })
      const judge = createJudge(shop)
      return async (round) => {
        const former = await cluster.primary()
        clients.start(round)
        await clients.awaitWrites(round.random.int(200, 800))
        context.progress('strikes')
        const struck = await strike({ cluster, shop, api, clients })
        const { from, held = 0, repair, brokenPromises = [] } = struck
        await awaitWrite(cluster.url)
        const back = performance.now()
        await clients.awaitWrites(1)
        const served = performance.now()
        await clients.awaitWrites(100)
        await repair?.()
        await cluster.awaitHealthy()
        await clients.awaitWrites(100)
        const journal = await clients.finish()
        const isOther = (await cluster.primary()).name !== former.name
        const found = judgeLongestWrite(await judge(journal, round), journal, {
          away: held + back - from,
        })
        const late = Math.round(served - back)
        return addBrokenPromises(
          { ...found, longest: { ...found.longest, 'time until the first write': served - from } },
          [
            ...brokenPromises,
            ...(late > firstWriteLimit
              ? [`the first write succeeded ${late} ms after the cluster took writes`]
              : []),
            ...(isOther === endsWithOtherPrimary
              ? []
              : [`the primary is ${isOther ? 'another' : 'the same'} one afterwards`]),
          ],
        )
      }
    },
  }
}

/** Waits until the cluster acknowledges a write that does not come from the API. */
async function awaitWrite(url: string): Promise<void> {
  const write = async () => {
    const limits = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 }
    const client = new pg.Client({ connectionString: url, ...limits })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`create table if not exists writes (written_at timestamptz);
        insert into writes values (now())`)
      return true
    } finally {
      void client.end().catch(() => {})
    }
  }
  await waitUntil('the cluster takes a write', write, 120)
}
