import type { Measure } from '#src/bench'
import { compareWithNextPage } from './list-timing'
import { openWebShop } from './web-shop'
import type { ProductList } from './product-list'

const words = ['421', '753']

/** W7: types two numbers into the search and measures every key. */
export const listSearch: Measure = {
  row: {
    id: 'W7',
    name: 'search key to paint at 100,000 rows',
    anchor: 'next-page click, same page',
    goal: { atMost: 1.6 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    return compareWithNextPage(bench, await openWebShop(bench, 'products-100k'), typeWords)
  },
}

async function typeWords(list: ProductList): Promise<number[]> {
  const times: number[] = []
  for (const word of words) {
    await list.beginSearch()
    for (const key of word) times.push(await list.key(key))
    await list.endSearch()
  }
  return times
}
