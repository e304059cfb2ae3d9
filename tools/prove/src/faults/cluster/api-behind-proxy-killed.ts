import type { Fault } from '#src/fault'
import { judgeLongestWrite } from '#src/judge/judge'
import { findMissingAnswers, type Kill } from '#src/judge/missing-answers'
import { openProxiedApis } from './proxied-apis'

/** Kills two of three APIs behind HAProxy, one after the other. The third goes on serving. */
export const apiBehindProxyKilled: Fault = {
  name: 'api-behind-proxy-killed',
  rounds: { short: 0, long: 10 },
  async open(context) {
    const { apis, clients, awaitAllUp, judge } = await openProxiedApis(context)
    return async (round) => {
      const killedAt: number[] = []
      const firstWrites: number[] = []
      const killed = apis.slice(1)
      clients.start(round)
      for (const api of killed) {
        await clients.awaitWrites(round.random.int(50, 500))
        const from = performance.now()
        killedAt.push(Date.now())
        await api.end('SIGKILL')
        await clients.awaitWrites(1)
        firstWrites.push(performance.now() - from)
      }
      await clients.awaitWrites(200)
      await Promise.all(killed.map(({ start }) => start()))
      await awaitAllUp()
      const serves = Date.now()
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const kills: Kill[] = killedAt.map((from) => ({ from, serves }))
      const unanswered = findMissingAnswers(journal.unanswered, kills)
      const found = judgeLongestWrite(await judge({ ...journal, unanswered }, round), journal)
      const firstWrite = Math.max(...firstWrites)
      return {
        ...found,
        longest: { ...found.longest, 'time until the first write': firstWrite },
      }
    }
  },
}
