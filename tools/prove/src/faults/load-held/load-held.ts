import { fork } from 'node:child_process'
import path from 'node:path'
import { apiRoot } from '@stockie/contracts'
import type { TestScope } from '@stockie/testkit/cleanup'
import { readPostgresMemory } from '@stockie/testkit/postgres-server'
import { createShopDatabases, type ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import { readGoods } from '#src/clients/clients'
import { createJournal } from '#src/clients/journal'
import type { Fault, FaultContext } from '#src/fault'
import { createJudge } from '#src/judge/judge'
import type { LoadPlan, LoadReport, Reader } from './load-plan'
import { judgeLoad, judgeMemory, watchMemory } from './load-verdict'

/** The dashboard's figures, the sales of a day, and the list that every sale changes. */
function readersOf(today: string, pause: number): Reader[] {
  const monthAgo = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10)
  const month = new URLSearchParams({ startDate: monthAgo, endDate: today }).toString()
  const day = new URLSearchParams({ startDate: monthAgo, endDate: monthAgo }).toString()
  return [
    { path: `${apiRoot}/reports/profit-summary?${month}`, pause },
    { path: `${apiRoot}/sales?${day}`, pause },
    { path: `${apiRoot}/customers`, pause },
    { path: `${apiRoot}/products/summary?${month}`, pause: 5 * pause },
    { path: `${apiRoot}/products`, pause: 5 * pause },
  ]
}

const program = path.join(import.meta.dirname, 'load-process.ts')

/** Carries the plan out in a process of its own, which takes nothing of the server's time. */
function startLoad(stage: Pick<TestScope, 'onEnd'>, plan: LoadPlan): Promise<LoadReport> {
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  stage.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The load ended by itself.')))
  })
}

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

function openBigShop({ postgres, progress }: FaultContext): Promise<ShopDatabase> {
  return createShopDatabases({ server: postgres.url, sizes: { big: bigShop }, progress })('big')
}
