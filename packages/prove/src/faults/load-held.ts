import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import type { Database } from '@stockie/stage/database'
import { createDatabases } from '@stockie/stage/databases'
import { startStockie } from '@stockie/stage/start-stockie'
import { createJournal } from '#src/clients/journal'
import { readGoods } from '#src/clients/read-goods'
import type { Fault } from '#src/fault'
import type { Ground } from '#src/ground'
import { createJudge } from '#src/judge/create-judge'
import { growthOf } from '#src/load/growth-of'
import type { Reader } from '#src/load/plan'
import { startLoad } from '#src/load/start-load'
import { within } from '#src/load/within'

/** The short form shows that all of this works, on the small shop, and proves nothing of load. */
const loads = {
  short: { salesPerSecond: 30, seconds: 2, pause: 500 },
  long: { salesPerSecond: 300, seconds: 600, pause: 2_000 },
}
const bigShop = { profile: 'bench', sales: 1_000_000, products: 100_000 } as const

/** A busy server keeps what it has once needed; what leaks grows on. */
const mostGrowth = 1.25

/** No fault but a crowd: ten minutes of customers who do not wait for each other, and those who look on. */
export const loadHeld: Fault = {
  name: 'load-held',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const load = loads[ground.long ? 'long' : 'short']
    const shop = ground.long ? await openBigShop(ground) : await ground.openShop()
    const stockie = await startStockie(ground, shop.url)
    const goods = await readGoods(shop, 1)
    const judge = createJudge(shop)

    return async (round) => {
      const memory: number[] = []
      let over = false
      async function sample(): Promise<void> {
        while (!over) {
          memory.push((await stockie.memory()).rss)
          ground.progress(`${memory.length} s, ${Math.round((memory.at(-1) ?? 0) / 2 ** 20)} MB`)
          await wait(1_000)
        }
      }
      const { salesPerSecond, seconds, pause } = load
      const { origin, headers } = stockie
      const { seed, mark } = round
      const readers = readersOf(goods.day, pause)
      const plan = { origin, headers, seed, mark, goods, salesPerSecond, seconds, readers }
      const loading = startLoad(ground, plan).finally(() => (over = true))
      const [report] = await Promise.all([loading, sample()])

      const documents = report.documents
      const acknowledged = documents.filter(({ answer }) => answer !== null).length
      const journal = { ...createJournal(), documents, acknowledged, failed: report.failed }
      const found = await judge(journal, round)
      const growth = growthOf(memory)
      const grew = `memory grew to ${growth.toFixed(2)} times what it was`
      return {
        ...found,
        unkept: ground.long && growth > mostGrowth ? [...found.unkept, grew] : found.unkept,
        longest: {
          'half of the sales within': within(0.5, report.sales),
          '99 of 100 within': within(0.99, report.sales),
          'the slowest sale': within(1, report.sales),
          ...Object.fromEntries(
            report.reads.map(({ path, waits }) => [
              `99 of 100 reads of ${path}`,
              within(0.99, waits),
            ]),
          ),
        },
      }
    }
  },
}

async function openBigShop({ postgres, progress, onEnd }: Ground): Promise<Database> {
  const open = createDatabases({ server: postgres.url, sizes: { big: bigShop }, progress })
  const shop = await open('big')
  onEnd(shop.drop)
  return shop
}

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
