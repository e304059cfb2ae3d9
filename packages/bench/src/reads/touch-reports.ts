import type { Database } from '#src/bench'

/** A small write after which no report is what it was, whatever its days, and no list of products. */
export function touchReports({ query }: Database) {
  return () =>
    query(`
      with spent as (update expenses set description = clock_timestamp()::text where id = 1)
      update products set price = price % 1000 + 1 where id = 1`)
}
