import type { ClientBase } from 'pg'

export type Mended = {
  /** What was another than its movements come to, and what that is. */
  products: { id: number; name: string; was: number; stock: number }[]
  /** How many movements had another balance than all up to them come to. */
  balances: number
}

const guards = [
  ['stock_movements', 'stock_movements_append_only'],
  ['products', 'products_stock_by_ledger_alone'],
] as const

/** Milliseconds: longer than the second (deadlock_timeout) after which PostgreSQL ends an autovacuum that is waited for. */
const vacuumed = 3_000

/**
 * What is wrong with these products by now, in a transaction of its own that no sale comes into. What refuses such a
 * change to everybody is set aside in it, as by the seeds. Whoever fails in here rolls it back.
 */
export async function mendProducts(
  client: ClientBase,
  ids: readonly number[],
  waiting: number,
): Promise<Mended> {
  const turnGuards = (state: 'disable' | 'enable') =>
    client.query(
      guards.map(([table, name]) => `alter table ${table} ${state} trigger ${name}`).join(';'),
    )
  // What keeps every vacuum off, and nobody who sells or edits: they stand behind no wait for it.
  await client.query(
    `begin; set local lock_timeout = ${vacuumed};
     lock table products, stock_movements in share update exclusive mode`,
  )
  // Whoever sells waits behind this. A sale that is under way has the movements and will want the products; an edit
  // comes the other way. So only the movements are waited for, while nothing is held, and there is no circle.
  await client.query(
    `set local lock_timeout = ${waiting};
     lock table stock_movements in share row exclusive mode;
     lock table products in share row exclusive mode nowait`,
  )
  await client.query('select from products where id = any($1) for no key update nowait', [ids])
  await turnGuards('disable')
  // The views would reckon up every product's movements again.
  const balances = await client.query(
    `with due as (
       select id, sum(delta) over (partition by product_id order by id rows unbounded preceding) as balance
       from stock_movements where product_id = any($1)
     )
     update stock_movements as movement set balance = due.balance
     from due where movement.id = due.id and movement.balance <> due.balance`,
    [ids],
  )
  const products = await client.query<Mended['products'][number]>(
    `with due as (
       select product.id, product.stock as was, coalesce(sum(delta), 0) as stock
       from products as product left join stock_movements on product_id = product.id
       where product.id = any($1) group by product.id
     )
     update products set stock = due.stock
     from due where products.id = due.id and was <> due.stock
     returning products.id, name, was, products.stock`,
    [ids],
  )
  await turnGuards('enable')
  await client.query('commit')
  const byId = products.rows.toSorted((one, other) => one.id - other.id)
  return { products: byId, balances: balances.rowCount ?? 0 }
}
