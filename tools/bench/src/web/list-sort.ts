import type { Measure, Size } from '#src/bench'
import { compareWithNextPage } from './list-timing'
import type { ProductList } from './product-list'
import { openWebShop } from './web-shop'

const columns = ['Product Name', 'Category', 'Cost', 'Price']

/** W5: reverses the order of a sorted column. */
export const listSort: Measure[] = [
  createMeasure('W5-10k', '10,000', '100k'),
  createMeasure('W5-100k', '100,000', 'products-100k'),
]

function createMeasure(id: string, rows: string, size: Size): Measure {
  return {
    row: {
      id,
      name: `sort click to paint, ${rows} rows, second click`,
      anchor: 'next-page click, same page',
      goal: { atMost: 1.2 },
      moonshot: { atMost: 1.2 },
    },
    run: async (bench) => compareWithNextPage(bench, await openWebShop(bench, size), sortEachTwice),
  }
}

/** Sorts downwards first, and measures the reversal. */
async function sortEachTwice(list: ProductList): Promise<number[]> {
  const times: number[] = []
  for (const column of columns) {
    await list.sort(column, 'Desc')
    times.push(await list.sort(column, 'Asc'))
  }
  return times
}
