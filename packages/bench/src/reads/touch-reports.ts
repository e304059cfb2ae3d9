import type { Database } from '@stockie/stage/database'

/** A small write to what every report and the list of products are read from. */
export function touchReports({ query }: Database) {
  return () =>
    query(`
      with spent as (update expenses set description = clock_timestamp()::text where id = 1)
      update products set price = price % 1000 + 1 where id = 1`)
}

/** The smallest write that every profit summary must show, and no list of products. */
export function touchExpense({ query }: Database) {
  return () => query('update expenses set description = clock_timestamp()::text where id = 1')
}
