import { randomBytes } from 'node:crypto'
import { type Api, startApi } from '#src/api-process'
import { openClients } from '#src/clients/clients'
import type { Fault } from '#src/fault'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/** Two processes ended in an orderly way under load, one after the other; in the long form three, and all at once too. */
export const sigterm: Fault = {
  name: 'sigterm',
  rounds: { short: 1, long: 20 },
  async open(ground) {
    const shop = await ground.openShop()
    const secret = randomBytes(32).toString('hex')
    const apis: Api[] = []
    for (const number of ground.long ? [1, 2, 3] : [1, 2]) {
      ground.progress(`starting process ${number}`)
      apis.push(await startApi(ground, shop, { secret }))
    }
    const origins = apis.map(({ origin }) => origin)
    const clients = await openClients(ground, shop, { origins, headers: apis[0]?.headers ?? {} })
    const judge = createJudge(shop)

    /** Comes back with whatever was wrong about its end. */
    async function end(api: Api): Promise<string[]> {
      const how = await api.end('SIGTERM')
      return how === 0 ? [] : [`a process ended with ${how} and not with 0`]
    }

    return async (round) => {
      const unkept: string[] = []
      const few = () => clients.hear(round.random.int(30, 150))
      clients.begin(round)
      for (const api of apis) {
        await few()
        unkept.push(...(await end(api)))
        await few()
        await api.start()
      }
      await few()
      if (ground.long) {
        unkept.push(...(await Promise.all(apis.map(end))).flat())
        await Promise.all(apis.map(({ start }) => start()))
        await few()
      }
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return { ...found, unkept: [...found.unkept, ...unkept] }
    }
  },
}
