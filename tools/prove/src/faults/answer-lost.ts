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

/** A write may take this long, retries included; the proxy delays an answer by two seconds. */
const writeLimit = 10_000

/** The answers of the API are lost, cut or delayed, and the clients retry with their idempotency keys. */
export const answerLost: Fault = {
  name: 'answer-lost',
  rounds: { short: 1, long: 30 },
  async open(context) {
    const shop = await context.openShop()
    const api = await startApi(context, shop)
    const proxy = await openNetworkFaultProxy(context, api.origin)
    const clients = await startClients(context, shop, {
      origins: [`http://127.0.0.1:${proxy.port}`],
      headers: api.headers,
      // On a half-open connection no error arrives, so only the client's own timeout ends the request.
      timeout: 2_000,
      // On a slow machine, more clients with early timeouts would keep the API busy with abandoned requests.
      amount: 20,
    })
    const judge = createJudge(shop)
    return async (round) => {
      clients.start(round)
      const maxFaults = networkFaults.length * (context.long ? 20 : 2)
      proxy.startFaults(scheduleNetworkFaults({ random: round.random, every: 20, maxFaults }))
      await clients.awaitWrites(context.long ? 4_000 : 500)
      assertAllFaultsInjected(proxy)
      proxy.stopFaults()
      const journal = await clients.finish()
      // The API had answered the requests whose answers the proxy dropped.
      const found = await judge({ ...journal, unanswered: [] }, round)
      return judgeLongestWrite(found, journal, { limit: writeLimit })
    }
  },
}
