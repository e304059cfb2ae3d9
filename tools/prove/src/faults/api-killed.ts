import type { Fault } from '#src/fault'
import { judgeLongestWrite } from '#src/judge/judge'
import { findMissingAnswers, type Kill } from '#src/judge/missing-answers'
import { openShopWithClients } from '#src/fault-context'

/** Kills the API during requests, twice a round, while the clients retry until it is back. */
export const apiKilled: Fault = {
  name: 'api-killed',
  rounds: { short: 1, long: 25 },
  async open(context) {
    const { api, clients, judge } = await openShopWithClients(context)
    return async (round) => {
      const kills: Kill[] = []
      const starts: number[] = []
      clients.start(round)
      for (const kill of [1, 2]) {
        context.progress(`kill ${kill} of 2`)
        await clients.awaitWrites(round.random.int(50, context.long ? 1_500 : 300))
        const from = Date.now()
        await api.end('SIGKILL')
        const killed = performance.now()
        await api.start()
        kills.push({ from, serves: Date.now() })
        starts.push(performance.now() - killed)
      }
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const unanswered = findMissingAnswers(journal.unanswered, kills)
      const judged = await judge({ ...journal, unanswered }, round)
      const away = starts.reduce((sum, time) => sum + time, 0)
      const found = judgeLongestWrite(judged, journal, { away })
      const slowest = Math.max(...starts)
      return { ...found, longest: { ...found.longest, 'slowest start of the API': slowest } }
    }
  },
}
