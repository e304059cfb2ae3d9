import { startApi } from '#src/api-process'
import { openClients } from '#src/clients/clients'
import type { Fault } from '#src/fault'
import { assertAllHarmsDone, harms, openFaultyProxy, scheduleHarms } from '#src/faulty-proxy'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/**
 * Answers of PostgreSQL that the API never hears, that of a COMMIT among them, or hears half, or late. To its clients
 * the API is there: each request has an answer, within the ten seconds that they wait, if only to come back later.
 */
export const databaseLine: Fault = {
  name: 'database-line',
  rounds: { short: 1, long: 30 },
  async open(ground) {
    const shop = await ground.openShop()
    const wire = await openFaultyProxy(ground, shop.url)
    const far = new URL(shop.url)
    far.port = String(wire.port)
    const api = await startApi(ground, { url: far.href })
    const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
    const judge = createJudge(shop)
    return async (round) => {
      clients.begin(round)
      const most = harms.length * (ground.long ? 10 : 2)
      wire.harmBy(scheduleHarms({ random: round.random, every: 40, most }))
      await clients.hear(ground.long ? 4_000 : 500)
      const journal = await clients.finish()
      assertAllHarmsDone(wire)
      wire.mend()
      return judgeLongestWrite(await judge(journal, round), journal)
    }
  },
}
