import { startApi } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import type { Fault } from '#src/fault'
import { assertAllHarmsDone, harms, openFaultyProxy, scheduleHarms } from '#src/faulty-proxy'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/**
 * The answers of PostgreSQL to the API, also to COMMIT, are lost, cut or delayed. The API must still answer
 * every request within the clients' timeout of ten seconds, if only with a 503.
 */
export const databaseLine: Fault = {
  name: 'database-line',
  rounds: { short: 1, long: 30 },
  async open(context) {
    const shop = await context.openShop()
    const proxy = await openFaultyProxy(context, shop.url)
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
      const maxHarms = harms.length * (context.long ? 10 : 2)
      proxy.setHarms(scheduleHarms({ random: round.random, every: 40, maxHarms }))
      await clients.awaitWrites(context.long ? 4_000 : 500)
      const journal = await clients.finish()
      assertAllHarmsDone(proxy)
      proxy.stopHarms()
      return judgeLongestWrite(await judge(journal, round), journal)
    }
  },
}
