import type { Fault } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { isReady } from '#src/is-ready'
import { killPostgres } from '#src/kill-postgres'
import { openCrowd } from '#src/open-crowd'
import { startIfEnded } from '#src/start-if-ended'
import { until } from '#src/until'

/** What the API may take, once PostgreSQL answers: to be ready, and to have done a write of somebody's. */
const limit = 5_000

/** PostgreSQL killed with all its processes; what watches over it starts it again, and nobody touches the API. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Of the long form's rounds each is good for 1,800 to 3,000 writes.
  rounds: { short: 2, long: 50 },
  atLeast: 100_000,
  async open(ground) {
    const { shop, api, clients, judge } = await openCrowd(ground)
    return async (round) => {
      clients.begin(round)
      await clients.hear(ground.long ? round.random.int(1_600, 2_800) : round.random.int(50, 300))
      const killed = performance.now()
      const first = await ground.postgres.postmaster()
      await killPostgres(first)
      // Another one: a kill that nobody has died of is no harm.
      await until('another PostgreSQL is there', async () => {
        await shop.query('select')
        return (await ground.postgres.postmaster()) !== first
      })
      const back = performance.now()
      const hasEnded = () => api.ended() !== undefined
      await until('the API is ready again', async () => hasEnded() || isReady(api))
      const ready = performance.now() - back
      const ended = await startIfEnded(api)
      await clients.hear(1)
      const served = performance.now() - back
      await clients.hear(ground.long ? 200 : 50)
      const journal = await clients.finish()
      const found = holdWrites(await judge(journal, round), journal, { away: back - killed })
      const late = `the first write was done ${Math.round(served)} ms after PostgreSQL was back`
      return {
        ...found,
        unkept: [...ended, ...(served > limit ? [late] : []), ...found.unkept],
        longest: {
          ...found.longest,
          'slowest recovery of PostgreSQL': back - killed,
          'slowest readiness of the API after it': ready,
          'slowest first write after it': served,
        },
      }
    }
  },
}
