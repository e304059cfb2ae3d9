import { addBrokenPromises, type Fault } from '#src/fault'
import { describeRefusals, judgeLongestWrite } from '#src/judge/judge'
import { openProxiedApis, replaceInTurn } from './proxied-apis'

/** Stops and starts three APIs behind HAProxy, one after the other. No client notices. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  rounds: { short: 0, long: 10 },
  async open(context) {
    const proxied = await openProxiedApis(context)
    const { clients, judge } = proxied
    return async (round) => {
      clients.start(round)
      const brokenPromises = await replaceInTurn(proxied, round)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return addBrokenPromises(found, [...brokenPromises, ...describeRefusals(journal)])
    }
  },
}
