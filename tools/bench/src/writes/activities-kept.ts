import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Measure } from '#src/bench'
import { compareSales } from './compared-sales'

/** B6: what a sale pays so that the activity shows it. It posts nothing, but it has one index entry more. */
export const activitiesKept: Measure = {
  row: {
    id: 'B6',
    name: 'sales of 3 lines that the activity shows, sales/s',
    anchor: 'the same statement, without activities',
    goal: { atLeast: 0.97 },
    moonshot: { atLeast: 0.99 },
  },
  run: (bench) => compareSales(bench, { disable: dropActivities, check: assertNothingPosted }),
}

/** Also takes away the triggers, whose conditions PostgreSQL evaluates for each row of a sale. */
async function dropActivities({ query }: ShopDatabase): Promise<void> {
  await query(`
    drop index sales_created_by_id_created_at_id_idx;
    drop trigger sales_loaded_deleted on sales;
    drop trigger sales_activity on sales;
    drop trigger stock_movements_activity on stock_movements;
    drop trigger products_activity on products;
    drop trigger products_version on products`)
}

async function assertNothingPosted({ kept }: Record<'kept' | 'none', ShopDatabase>): Promise<void> {
  const [row] = await kept.query<{ posted: boolean }>(`select exists (
    select from activities where resource = 'sales' and at > now() - interval '1 hour') as posted`)
  if (row?.posted) throw new Error('The recording of a sale has posted an activity.')
}
