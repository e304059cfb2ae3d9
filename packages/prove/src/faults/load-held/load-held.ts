import type { Database } from '@stockie/stage/database'
import { createDatabases } from '@stockie/stage/databases'
import { readPostgresMemory } from '@stockie/stage/read-postgres-memory'
import { startStockie } from '@stockie/stage/start-stockie'
import { createJournal } from '#src/clients/journal'
import { readGoods } from '#src/clients/read-goods'
import type { Fault } from '#src/fault'
import type { Ground } from '#src/ground'
import { createJudge } from '#src/judge/create-judge'
import { startLoad } from '#src/load/start-load'
import { judgeLoad } from './judge-load'
import { judgeMemory } from './judge-memory'
import { readersOf } from './readers-of'
import { watchMemory } from './watch-memory'

/** The short form shows that all of this works, on the small shop, and proves nothing of load. */
const loads = {
  short: { salesPerSecond: 30, seconds: 2, pause: 500, every: 200 },
  long: { salesPerSecond: 300, seconds: 600, pause: 2_000, every: 5_000 },
}
const bigShop = { profile: 'bench', sales: 1_000_000, products: 100_000 } as const

/** No fault but a crowd: ten minutes of customers who do not wait for each other, and those who look on. */
export const loadHeld: Fault = {
  name: 'load-held',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const { pause, every, ...load } = loads[ground.long ? 'long' : 'short']
    const shop = await ground.openShop(ground.long ? () => openBigShop(ground) : undefined)
    const stockie = await startStockie(ground, shop.url)
    const goods = await readGoods(shop, 1)
    const judge = createJudge(shop)
    const postmaster = await ground.postgres.postmaster()

    return async (round) => {
      // Behind the judge's first look at a million sales, which is no part of the load.
      await shop.query('select')
      let isOver = false
      const watching = watchMemory({
        api: async () => (await stockie.memory()).rss,
        postgres: () => readPostgresMemory(postmaster),
        every,
        isOver: () => isOver,
        progress: ground.progress,
      })
      const { origin, headers } = stockie
      const { seed, mark } = round
      const plan = {
        origin,
        headers,
        seed,
        mark,
        goods,
        readers: readersOf(goods.day, pause),
        ...load,
      }
      const loading = startLoad(ground, plan).finally(() => (isOver = true))
      const [report, memory] = await Promise.all([loading, watching])

      const { documents, failed } = report
      const acknowledged = documents.filter(({ answer }) => answer !== null).length
      const found = await judge({ ...createJournal(), documents, acknowledged, failed }, round)
      const [flow, held] = [judgeLoad(report), judgeMemory(memory)]
      return {
        ...found,
        // Of two seconds nobody can say what grows on.
        unkept: [...found.unkept, ...flow.unkept, ...(ground.long ? held.unkept : [])],
        longest: flow.longest,
        remarks: [...flow.remarks, ...held.remarks],
      }
    }
  },
}

function openBigShop({ postgres, progress }: Ground): Promise<Database> {
  return createDatabases({ server: postgres.url, sizes: { big: bigShop }, progress })('big')
}
