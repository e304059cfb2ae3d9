import { ratios } from '#src/ratios'
import type { Measure } from '#src/row'
import { costsAfterWrites } from './costs-after-writes'
import { paths } from './paths'
import type { ReadCost } from './read-after-writes'
import { showCosts } from './show-costs'
import { startReaders } from './start-readers'
import { touchProduct } from './touch-product'

/** A6: where nothing that is kept holds any more, as after each write. */
export const changedProducts: Measure = {
  row: {
    id: 'A6',
    name: 'GET 10,000 products after each write, CPU in Node',
    anchor: 'pg rows + JSON.stringify',
    goal: { atMost: 0.5 },
    moonshot: { atMost: 0.2 },
  },
  async run(bench) {
    const readers = await startReaders(bench, '100k')
    const write = touchProduct(readers.database)
    const measured = await costsAfterWrites(bench, readers, { path: paths.products, write })
    const cpu = (rounds: ReadCost[]) => rounds.map(({ node }) => node)
    return {
      rounds: ratios(cpu(measured.stockie), cpu(measured.anchor)),
      shown: showCosts(measured),
    }
  },
}
