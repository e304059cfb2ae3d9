import type { ClientBase } from 'pg'
import type { Figures } from './manifest'

const alive = (table: string) =>
  `(select count(*)::integer from ${table} where deleted_at is null) as ${table}`
const total = (table: string, column: string) =>
  `(select coalesce(sum(${column}), 0)::numeric(40, 2)::text from ${table} where deleted_at is null)
     as "${table}Total"`

/** In the words of every version since the first. */
export async function readFigures(client: ClientBase): Promise<Figures> {
  const { rows } = await client.query<Figures>(
    `select (select count(*)::integer from users where removed_at is null) as accounts,
       ${['customers', 'suppliers', 'products', 'sales', 'purchases', 'expenses'].map(alive).join()},
       ${total('sales', 'total_amount')}, ${total('purchases', 'total_amount')},
       ${total('expenses', 'amount')},
       (select coalesce(sum(stock), 0)::float8 from products) as stock,
       (select coalesce(sum(delta), 0)::float8 from stock_movements) as ledger,
       (select count(*)::integer from products
        left join (select product_id, sum(delta) as sum from stock_movements group by 1) as moved
          on product_id = id
        where stock <> coalesce(sum, 0)) as drifted`,
  )
  const [figures] = rows
  if (!figures) throw new Error('A reading of the figures has one row, always.')
  return figures
}
