import type { Measure } from '#src/bench'
import { postgresCpu } from '#src/postgres-cpu'
import { ratios } from '#src/scoring'
import { measureReadCosts, type ReadCost, describeCosts } from './cost-of-reads'
import { inRange, paths } from './report-paths'
import { startReaders } from './shop-servers'
import { touchSale, touchUser } from './small-writes'

/** A7: a list that either PostgreSQL or Node can assemble, so the CPU time of both counts. */
export const monthOfSales: Measure = {
  row: {
    id: 'A7',
    name: 'GET sales of a month with lines after each write, CPU of Node and PostgreSQL',
    anchor: 'two pg queries, grouped',
    goal: { atMost: 0.6 },
    moonshot: { atMost: 0.6 },
  },
  async run(bench) {
    // Throws immediately if the CPU time cannot be read.
    await postgresCpu(bench)
    const readers = await startReaders(bench, '100k')
    const [write, writeBase] = [touchSale(readers.database), touchUser(readers.database)]
    const path = inRange(paths.sales, 'month')
    const measured = await measureReadCosts(bench, readers, { path, write, writeBase })
    const cpu = (rounds: ReadCost[]) => rounds.map(({ node, postgres }) => node + postgres)
    return {
      rounds: ratios(cpu(measured.stockie), cpu(measured.anchor)),
      shown: describeCosts(measured),
    }
  },
}
