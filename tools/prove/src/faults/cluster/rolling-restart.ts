import type { Fault } from '#src/fault'
import { openProxiedApis } from './proxied-apis'
import { judgeLongestWrite } from '#src/judge/judge'

/** Stops and starts three APIs behind HAProxy, one after the other. No client notices. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  rounds: { short: 0, long: 10 },
  async open(context) {
    const { apis, clients, judge } = await openProxiedApis(context)
    return async (round) => {
      const brokenPromises: string[] = []
      clients.start(round)
      for (const api of apis) {
        await clients.awaitWrites(round.random.int(50, 300))
        const exit = await api.end('SIGTERM')
        if (exit !== 0) brokenPromises.push(`an API ended with ${exit} and not with 0`)
        await clients.awaitWrites(round.random.int(50, 300))
        await api.start()
      }
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return { ...found, brokenPromises: [...found.brokenPromises, ...brokenPromises] }
    }
  },
}
