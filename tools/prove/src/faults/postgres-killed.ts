import { waitUntil } from '@stockie/testkit/polling'
import { isReady, restartIfEnded } from '#src/api-process'
import { signalPostgres } from '@stockie/testkit/postgres-processes'
import type { Fault } from '#src/fault'
import { openShopWithClients } from '#src/fault-context'
import { judgeLongestWrite } from '#src/judge/judge'

/** Time for the API to be ready and to finish a first write, once PostgreSQL answers. */
const limit = 5_000

/** Kills PostgreSQL with all its processes. Its supervisor restarts it; the API keeps running. */
export const postgresKilled: Fault = {
  name: 'postgres-killed',
  // Each round of the long form makes 1,800 to 3,000 writes.
  rounds: { short: 1, long: 50 },
  atLeast: 100_000,
  async open(context) {
    const { shop, api, clients, judge } = await openShopWithClients(context)
    return async (round) => {
      clients.start(round)
      await clients.awaitWrites(
        context.long ? round.random.int(1_600, 2_800) : round.random.int(50, 300),
      )
      const killed = performance.now()
      const first = await context.postgres.postmaster()
      signalPostgres(first, 'SIGKILL')
      // Waits for a new postmaster: a kill that failed would prove nothing.
      await waitUntil('a new PostgreSQL answers', async () => {
        await shop.query('select')
        return (await context.postgres.postmaster()) !== first
      })
      const back = performance.now()
      const hasEnded = () => api.ended() !== undefined
      await waitUntil('the API is ready again', async () => hasEnded() || isReady(api))
      const ready = performance.now() - back
      const ended = await restartIfEnded(api)
      await clients.awaitWrites(1)
      const served = performance.now() - back
      await clients.awaitWrites(context.long ? 200 : 50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal, { away: back - killed })
      const late = `the first write succeeded ${Math.round(served)} ms after PostgreSQL was back`
      return {
        ...found,
        brokenPromises: [...ended, ...(served > limit ? [late] : []), ...found.brokenPromises],
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
