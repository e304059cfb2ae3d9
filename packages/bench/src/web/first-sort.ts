import type { Measure } from '#src/row'
import { listOutcome } from './list-outcome'
import { openWebShop } from './open-web-shop'
import { showOrdinary } from './show-ordinary'

/** W6: by the column of text, which takes longest. */
export const firstSort: Measure = {
  row: {
    id: 'W6',
    name: 'first sort at 100,000 rows, five seconds after they came',
    anchor: 'next-page click, same page',
    goal: { atMost: 8 },
    moonshot: { atMost: 2 },
  },
  async run(bench) {
    const shop = await openWebShop(bench, 'products-100k')
    const outcome = await listOutcome(bench, shop, async (list) => [
      await list.sort('Product Name', 'Desc'),
    ])
    return { ...outcome, shown: [...outcome.shown, await showOrdinary(bench, shop)] }
  },
}
