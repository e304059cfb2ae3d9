import type { Database } from '@stockie/stage/database'
import { ranges } from './ranges'

/** The smallest write that every list and every report must show that has last month's first sale in it. */
export function touchSale({ query }: Database) {
  return () =>
    query(
      `update sales set remark = clock_timestamp()::text
        where id = (select min(id) from sales where sale_date = $1)`,
      [ranges().month.startDate],
    )
}
