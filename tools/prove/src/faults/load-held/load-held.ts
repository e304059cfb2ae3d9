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

/** Readers of the dashboard's figures, the sales of a day, and the list that every sale changes. */
function createReaders(today: string, pause: number): Reader[] {
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

/** Carries out the plan in a child process, so that it does not compete with this process. */
function startLoad(scope: Pick<TestScope, 'onEnd'>, plan: LoadPlan): Promise<LoadReport> {
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  scope.onEnd(() => void child.kill('SIGKILL'))
  child.send(plan)
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The process of the load ended unexpectedly.')))
  })
}

/** The short form only tests this code, in the small shop; it proves nothing about load. */
const loads = {
  short: { salesPerSecond: 30, seconds: 2, pause: 500, sampleInterval: 200 },
  long: { salesPerSecond: 300, seconds: 600, pause: 2_000, sampleInterval: 5_000 },
}
const bigShop = { profile: 'bench', sales: 1_000_000, products: 100_000 } as const

/** No fault but load: ten minutes of sales that do not wait for each other, with readers beside them. */
export const loadHeld: Fault = {
  name: 'load-held',
  rounds: { short: 0, long: 1 },
  async open(context) {
    const { pause, sampleInterval, ...load } = loads[context.long ? 'long' : 'short']
    const shop = await context.openShop(context.long ? () => openBigShop(context) : undefined)
    const stockie = await startStockie(context, shop.url)
    const goods = await readGoods(shop, 1)
    const judge = createJudge(shop)
    const postmaster = await context.postgres.postmaster()

    return async (round) => {
      // Waits for the judge's first digest of a million sales, which is not part of the load.
      await shop.query('select')
      let isOver = false
      const watching = watchMemory({
        api: async () => (await stockie.memory()).rss,
        postgres: () => readPostgresMemory(postmaster),
        sampleInterval,
        isOver: () => isOver,
        progress: context.progress,
      })
      const { origin, headers } = stockie
      const { seed, mark } = round
      const plan = {
        origin,
        headers,
        seed,
        mark,
        goods,
        readers: createReaders(goods.day, pause),
        ...load,
      }
      const loading = startLoad(context, plan).finally(() => (isOver = true))
      const [report, memory] = await Promise.all([loading, watching])

      const { documents, failed } = report
      const acknowledged = documents.filter(({ answer }) => answer !== null).length
      const found = await judge({ ...createJournal(), documents, acknowledged, failed }, round)
      const [loadVerdict, memoryVerdict] = [judgeLoad(report), judgeMemory(memory)]
      return {
        ...found,
        // Two seconds are too short to judge the growth of memory.
        brokenPromises: [
          ...found.brokenPromises,
          ...loadVerdict.brokenPromises,
          ...(context.long ? memoryVerdict.brokenPromises : []),
        ],
        longest: loadVerdict.longest,
        remarks: [...loadVerdict.remarks, ...memoryVerdict.remarks],
      }
    }
  },
}

function openBigShop({ postgres, progress }: FaultContext): Promise<ShopDatabase> {
  return createShopDatabases({ server: postgres.url, sizes: { big: bigShop }, progress })('big')
}
