import { setTimeout as wait } from 'node:timers/promises'
import { startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import {
  openPostgresCluster,
  type PostgresCluster,
} from '@stockie/testkit/cluster/postgres-cluster'
import { createSmallShops } from '#src/fault-context'
import type { Fault } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

type Struck = {
  cluster: PostgresCluster
  /** Asks the API for a list, and returns the status. */
  read: () => Promise<number>
}

type Repair = {
  /** Makes the cluster whole again. */
  repair: () => Promise<void> | void
  brokenPromises?: string[]
  /** Time in which no write could be acknowledged, as the settings of the cluster demand. */
  away?: number
}

type Options = {
  name: string
  isStrict?: boolean
  strike: (struck: Struck) => Promise<Repair>
}

/** Answers that were under way when the fault struck arrive within this time. In milliseconds. */
const underWay = 1_000

/** A fault of a cluster of two PostgreSQL with a synchronous standby. It is played in the long form only. */
export function clusterFault({ name, isStrict = false, strike }: Options): Fault {
  return {
    name,
    rounds: { short: 0, long: 3 },
    async open(context) {
      const cluster = await openPostgresCluster(context, { isStrict })
      const shop = await context.openShop(createSmallShops(cluster.url, context.progress))
      const api = await startApi(context, shop)
      const clients = await startClients(context, shop, {
        origins: [api.origin],
        headers: api.headers,
      })
      const judge = createJudge(shop)
      const read = async () => (await fetch(`${api.origin}/api/v1/sales`, api)).status
      return async (round) => {
        clients.start(round)
        await clients.awaitWrites(round.random.int(200, 800))
        const struck = performance.now()
        context.progress('strikes')
        const { repair, brokenPromises = [], away = 0 } = await strike({ cluster, read })
        await wait(underWay)
        await clients.awaitWrites(1)
        const served = performance.now() - struck
        await clients.awaitWrites(100)
        await repair()
        await cluster.awaitWhole()
        await clients.awaitWrites(100)
        const journal = await clients.finish()
        const found = judgeLongestWrite(await judge(journal, round), journal, {
          away: served + away,
        })
        return {
          ...found,
          brokenPromises: [...found.brokenPromises, ...brokenPromises],
          longest: { ...found.longest, 'time until the first write': served },
        }
      }
    },
  }
}
