import { openClients } from '#src/clients/open-clients'
import type { Fault } from '#src/fault'
import { isReady } from '#src/is-ready'
import { createJudge } from '#src/judge/create-judge'
import { killPostgres } from '#src/kill-postgres'
import { startApi } from '#src/start-api'
import { until } from '#src/until'

/** What the API may take, once PostgreSQL answers. */
const limit = 5_000

/** PostgreSQL killed with all its processes; what watches over it starts it again, and nobody touches the API. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Of the long form's rounds each is good for more than two thousand writes.
  rounds: { short: 2, long: 50 },
  async open(ground) {
    const shop = await ground.openShop()
    const api = await startApi(ground, shop)
    const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
    const judge = createJudge(shop)
    return async (round) => {
      clients.begin(round)
      await clients.hear(ground.long ? round.random.int(1_600, 2_800) : round.random.int(50, 300))
      await killPostgres(await ground.postgres.postmaster())
      const recovery = await until('PostgreSQL is back', async () => {
        await shop.query('select')
        return true
      })
      const answered = await until('the API is ready again', () => isReady(api))
      await clients.hear(ground.long ? 200 : 50)
      const found = await judge(await clients.finish(), round)
      const unkept = [
        ...(answered > limit ? [`the API was ready only ${answered} ms after PostgreSQL`] : []),
        ...(api.ended() === undefined ? [] : [`the API ended with ${api.ended()}`]),
      ]
      return {
        ...found,
        unkept: [...found.unkept, ...unkept],
        longest: {
          ...found.longest,
          'slowest recovery of PostgreSQL': recovery,
          'slowest readiness of the API after it': answered,
        },
      }
    }
  },
}
