import { type Api, startApis } from '#src/api-process'
import { startClients } from '#src/clients/clients'
import { addBrokenPromises, type Fault } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/**
 * Stops two processes under load with SIGTERM, one after the other; in the long form three, then all at once.
 */
export const sigterm: Fault = {
  name: 'sigterm',
  rounds: { short: 1, long: 20 },
  async open(context) {
    const shop = await context.openShop()
    const apis = await startApis(context, shop, { count: context.long ? 3 : 2 })
    const origins = apis.map(({ origin }) => origin)
    const clients = await startClients(context, shop, { origins, headers: apis[0]?.headers ?? {} })
    const judge = createJudge(shop)

    /** Returns a finding if the exit code is not 0. */
    async function stop(api: Api): Promise<string[]> {
      const exit = await api.end('SIGTERM')
      return exit === 0 ? [] : [`a process ended with ${exit} and not with 0`]
    }

    return async (round) => {
      const brokenPromises: string[] = []
      const awaitSomeWrites = () => clients.awaitWrites(round.random.int(30, 150))
      clients.start(round)
      for (const api of apis) {
        await awaitSomeWrites()
        brokenPromises.push(...(await stop(api)))
        await awaitSomeWrites()
        await api.start()
      }
      await awaitSomeWrites()
      if (context.long) {
        brokenPromises.push(...(await Promise.all(apis.map(stop))).flat())
        await Promise.all(apis.map(({ start }) => start()))
        await awaitSomeWrites()
      }
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return addBrokenPromises(found, brokenPromises)
    }
  },
}
