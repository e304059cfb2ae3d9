import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Measure } from '#src/bench'
import { compareSales } from './compared-sales'

/** B5: what a sale pays for exact totals and fresh lists; all sales are of today. */
export const totalsKept: Measure = {
  row: {
    id: 'B5',
    name: 'sales of 3 lines with totals and revisions kept, sales/s',
    anchor: 'the same statement, none kept',
    goal: { atLeast: 0.96 },
    moonshot: { atLeast: 0.98 },
  },
  run: (bench) => compareSales(bench, { disable: disableTotals, check: assertTotals }),
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
