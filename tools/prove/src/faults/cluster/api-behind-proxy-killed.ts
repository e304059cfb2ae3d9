import type { Fault } from '#src/fault'
import { judgeLongestWrite } from '#src/judge/judge'
import { findMissingAnswers, type Kill } from '#src/judge/missing-answers'
import { openProxiedApis } from './proxied-apis'

/** Kills two of three APIs behind HAProxy, one after the other. The third goes on serving. */
export const apiBehindProxyKilled: Fault = {
  name: 'api-behind-proxy-killed',
  rounds: { short: 0, long: 10 },
  async open(context) {
    const { apis, clients, judge } = await openProxiedApis(context)
    return async (round) => {
      const kills: Kill[] = []
      clients.start(round)
      const killed = apis.slice(1)
      for (const api of killed) {
        await clients.awaitWrites(round.random.int(50, 500))
        const from = Date.now()
        await api.end('SIGKILL')
        kills.push({ from, serves: Date.now() })
      }
      await clients.awaitWrites(200)
      await Promise.all(killed.map(({ start }) => start()))
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const unanswered = findMissingAnswers(journal.unanswered, kills)
      return judgeLongestWrite(await judge({ ...journal, unanswered }, round), journal)
    }
  },
}
