import type { Measure } from '#src/row'
import { listOutcome } from './list-outcome'

const words = ['421', '753']

/** W7: every key of two numbers in the search. */
export const search: Measure = {
  row: {
    id: 'W7',
    name: 'search key to paint at 100,000 rows',
    anchor: 'next-page click, same page',
    goal: { atMost: 1.6 },
    moonshot: { atMost: 1.2 },
  },
  run: (bench) =>
    listOutcome(bench, 'products-100k', async (list) => {
      const times: number[] = []
      for (const word of words) {
        await list.beginSearch()
        for (const key of word) times.push(await list.key(key))
        await list.endSearch()
      }
      return times
    }),
}
