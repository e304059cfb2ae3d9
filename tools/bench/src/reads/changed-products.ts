import type { Measure } from '#src/bench'
import { ratios } from '#src/scoring'
import { measureReadCosts, type ReadCost, describeCosts } from './cost-of-reads'
import { paths } from './report-paths'
import { startReaders } from './shop-servers'
import { touchCategory, touchProduct } from './small-writes'

/** A6: a list that changes before each read, so that no cache can answer. */
export const changedProducts: Measure = {
  row: {
    id: 'A6',
    name: 'GET 10,000 products after each write, CPU in Node',
    anchor: 'pg rows + JSON.stringify',
    goal: { atMost: 0.25 },
    moonshot: { atMost: 0.2 },
  },
  async run(bench) {
    const readers = await startReaders(bench, '100k')
    const [write, writeBase] = [touchProduct(readers.database), touchCategory(readers.database)]
    const measured = await measureReadCosts(bench, readers, {
      path: paths.products,
      write,
      writeBase,
    })
    const cpu = (rounds: ReadCost[]) => rounds.map(({ node }) => node)
    return {
      rounds: ratios(cpu(measured.stockie), cpu(measured.anchor)),
      shown: describeCosts(measured),
    }
  },
}
