import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { ranges } from './report-paths'

/** The smallest write that every list of products must show, and every report that names them. */
export function touchProduct({ query }: ShopDatabase) {
  return () => query('update products set price = price % 1000 + 1 where id = 1')
}

/** A small write to what every report and the list of products are read from. */
export function touchReports({ query }: ShopDatabase) {
  return () =>
    query(`
      with spent as (update expenses set description = clock_timestamp()::text where id = 1)
      update products set price = price % 1000 + 1 where id = 1`)
}

/** The smallest write that every profit summary must show, and no list of products. */
export function touchExpense({ query }: ShopDatabase) {
  return () => query('update expenses set description = clock_timestamp()::text where id = 1')
}

/** The smallest write that every list and every report must show that has last month's first sale in it. */
export function touchSale({ query }: ShopDatabase) {
  return () =>
    query(
      `update sales set remark = clock_timestamp()::text
        where id = (select min(id) from sales where sale_date = $1)`,
      [ranges().month.startDate],
    )
}
