import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { ranges } from './report-paths'

/** The smallest write that changes the list of products and the reports with product names. */
export function touchProduct({ query }: ShopDatabase) {
  return () => query('update products set price = price % 1000 + 1 where id = 1')
}

/** A small write after which the list of products is read as a whole. */
export function touchCategory({ query }: ShopDatabase) {
  return () => query('update categories set name = clock_timestamp()::text where id = 1')
}

/** A small write after which the lists of documents are read as a whole. */
export function touchUser({ query }: ShopDatabase) {
  return () => query('update users set name = clock_timestamp()::text where id = 1')
}

/** A small write that changes every report and the list of products. */
export function touchReports({ query }: ShopDatabase) {
  return () =>
    query(`
      with spent as (update expenses set description = clock_timestamp()::text where id = 1)
      update products set price = price % 1000 + 1 where id = 1`)
}

/** The smallest write that changes every profit summary, and not the list of products. */
export function touchExpense({ query }: ShopDatabase) {
  return () => query('update expenses set description = clock_timestamp()::text where id = 1')
}

/** The smallest write that changes every list and report with the first sale of last month. */
export function touchSale({ query }: ShopDatabase) {
  return () =>
    query(
      `update sales set remark = clock_timestamp()::text
        where id = (select min(id) from sales where sale_date = $1)`,
      [ranges().month.startDate],
    )
}
