import type { Database } from '@stockie/stage/database'

/**
 * Everything that the last sale has left, but for what names the moment of it, and how often whatever
 * lists show has changed.
 */
export async function readSale({ query }: Database): Promise<unknown> {
  return query(`
    with sale as (select * from sales order by id desc limit 1),
      lines as (select * from sale_lines where sale_id = (select id from sale))
    select
      (select to_jsonb(sale) - '{created_at,updated_at}'::text[] from sale) as sale,
      (select json_agg(lines order by id) from lines) as lines,
      (select json_agg(to_jsonb(moved) - 'created_at' order by id) from stock_movements as moved
        where sale_id = (select id from sale)) as movements,
      (select json_agg(to_jsonb(record) - 'created_at') from idempotency_records as record
        where document_id = (select id from sale)) as key,
      (select json_agg(stock order by id) from products
        where id in (select product_id from lines)) as stock,
      (select json_agg(posted order by source) from (
        select source, sum(count) as count, sum(amount) as amount from changes group by source
      ) as posted) as changes`)
}
