import type { Fault } from '#src/fault'
import { isReady } from '#src/is-ready'
import { killPostgres } from '#src/kill-postgres'
import { openCrowd } from '#src/open-crowd'
import { until } from '#src/until'

/** What the API may take, once PostgreSQL answers. */
const limit = 5_000

/** PostgreSQL killed with all its processes; what watches over it starts it again, and nobody touches the API. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Of the long form's rounds each is good for 1,800 to 3,000 writes.
  rounds: { short: 2, long: 50 },
  async open(ground) {
    const { shop, api, clients, judge } = await openCrowd(ground)
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
