import { startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import type { Fault } from '#src/fault'
import {
  assertAllFaultsInjected,
  networkFaults,
  openNetworkFaultProxy,
  scheduleNetworkFaults,
} from '@stockie/testkit/network-fault-proxy'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/**
 * The answers of PostgreSQL to the API, also to COMMIT, are lost, cut or delayed. The API must still answer
 * every request within the clients' timeout of ten seconds, if only with a 503.
 */
export const databaseNetwork: Fault = {
  name: 'database-network',
  rounds: { short: 1, long: 30 },
  async open(context) {
    const shop = await context.openShop()
    const proxy = await openNetworkFaultProxy(context, shop.url)
    const proxied = new URL(shop.url)
    proxied.port = String(proxy.port)
    const api = await startApi(context, { url: proxied.href })
    const clients = await startClients(context, shop, {
      origins: [api.origin],
      headers: api.headers,
    })
    const judge = createJudge(shop)
    return async (round) => {
      clients.start(round)
      const maxFaults = networkFaults.length * (context.long ? 10 : 2)
      proxy.startFaults(scheduleNetworkFaults({ random: round.random, every: 40, maxFaults }))
      await clients.awaitWrites(context.long ? 4_000 : 500)
      const journal = await clients.finish()
      assertAllFaultsInjected(proxy)
      proxy.stopFaults()
      return judgeLongestWrite(await judge(journal, round), journal)
    }
  },
}
