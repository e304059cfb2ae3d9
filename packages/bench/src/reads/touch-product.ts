import type { Database } from '@stockie/stage/database'

/** The smallest write that every list of products must show, and every report that names them. */
export function touchProduct({ query }: Database) {
  return () => query('update products set price = price % 1000 + 1 where id = 1')
}
