import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { captureSaleStatement } from './counting-proxy'
import { findPgbench, runPgbench, showSold } from './pgbench'
import { createRequests, today } from './sale-requests'

/** B5: what it costs a sale that totals are exact and that nobody's list is stale; all sales are of today. */
export const totalsKept: Measure = {
  row: {
    id: 'B5',
    name: 'sales of 3 lines with totals and revisions kept, sales/s',
    anchor: 'the same statement, none kept',
    goal: { atLeast: 0.93 },
    moonshot: { atLeast: 0.98 },
  },
  async run(bench) {
    const pgbench = await findPgbench()
    if (!pgbench)
      throw new UnsupportedError('pgbench is not installed here; it comes with PostgreSQL.')
    const first = createRequests({ headers: {}, day: today, products: 3, customers: 1 })(0)
    const statement = await captureSaleStatement(bench, first)
    const kept = await bench.database('100k')
    const none = await bench.database('100k')
    await keepNone(none)
    const sell = ({ url }: ShopDatabase) => runPgbench(bench, { pgbench, url, statement })
    const measured = await inRounds(bench, { kept: () => sell(kept), none: () => sell(none) })
    await mustHaveKept({ kept, none })

    const rates = (side: 'kept' | 'none') => measured[side].map(({ perSecond }) => perSecond)
    const cost = (side: 'kept' | 'none') => measured[side].map(({ cpu }) => cpu.postgres)
    const dearer = median(ratios(cost('kept'), cost('none')))
    return {
      rounds: ratios(rates('kept'), rates('none')),
      noisy: isUnsteady(rates('none')),
      shown: [...showSold(measured), `kept, PostgreSQL's processor is x ${dearer.toFixed(2)}`],
    }
  },
}

async function keepNone({ query }: ShopDatabase): Promise<void> {
  await query(`
    drop trigger sales_recorded on sales;
    do $$
    declare
      posting text := pg_get_functiondef('move_stock'::regproc);
    begin
      assert posting like '%IF FOUND%', 'Stock is posted in other words by now.';
      execute replace(posting, 'IF FOUND', 'IF false');
    end $$`)
}

/** One side kept them all the while, and the other sold as much and kept none. */
async function mustHaveKept(shops: Record<'kept' | 'none', ShopDatabase>): Promise<void> {
  const differ = async ({ query }: ShopDatabase) => {
    const [row] = await query<{ differ: boolean }>(`select
      (select sum(amount) from changes where source = 'sales')
        <> (select sum(total_amount) from sales) as differ`)
    return row?.differ
  }
  if (await differ(shops.kept)) throw new Error('The totals that were kept are wrong.')
  if (!(await differ(shops.none))) throw new Error('The side that keeps no totals has kept some.')
}
