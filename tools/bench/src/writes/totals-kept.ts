import { UnsupportedError } from '@stockie/testkit/errors'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { captureSaleStatement } from './counting-proxy'
import { findPgbench, runPgbench, describeSaleRates } from './pgbench'
import { createRequests, today } from './sale-requests'

/** B5: what a sale pays for exact totals and fresh lists; all sales are of today. */
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
      throw new UnsupportedError('pgbench is not installed. Install PostgreSQL to get it.')
    const first = createRequests({ headers: {}, day: today, products: 3, customers: 1 })(0)
    const statement = await captureSaleStatement(bench, first)
    const kept = await bench.database('100k')
    const none = await bench.database('100k')
    await disableTotals(none)
    const sell = ({ url }: ShopDatabase) => runPgbench(bench, { pgbench, url, statement })
    const measured = await inRounds(bench, { kept: () => sell(kept), none: () => sell(none) })
    await assertTotals({ kept, none })

    const rates = (side: 'kept' | 'none') => measured[side].map(({ perSecond }) => perSecond)
    const cost = (side: 'kept' | 'none') => measured[side].map(({ cpu }) => cpu.postgres)
    const costRatio = median(ratios(cost('kept'), cost('none')))
    return {
      rounds: ratios(rates('kept'), rates('none')),
      noisy: isUnsteady(rates('none')),
      shown: [
        ...describeSaleRates(measured),
        `with totals, PostgreSQL's CPU time is x ${costRatio.toFixed(2)}`,
      ],
    }
  },
}

async function disableTotals({ query }: ShopDatabase): Promise<void> {
  await query(`
    drop trigger sales_recorded on sales;
    do $$
    declare
      posting text := pg_get_functiondef('move_stock'::regproc);
    begin
      assert posting like '%IF FOUND%', 'The function move_stock has changed.';
      execute replace(posting, 'IF FOUND', 'IF false');
    end $$`)
}

/** Checks that one side kept its totals the whole time, and the other one kept none. */
async function assertTotals(shops: Record<'kept' | 'none', ShopDatabase>): Promise<void> {
  const differ = async ({ query }: ShopDatabase) => {
    const [row] = await query<{ differ: boolean }>(`select
      (select sum(amount) from changes where source = 'sales')
        <> (select sum(total_amount) from sales) as differ`)
    return row?.differ
  }
  if (await differ(shops.kept)) throw new Error('The totals of the side that keeps them are wrong.')
  if (!(await differ(shops.none))) throw new Error('The side without totals has updated them.')
}
