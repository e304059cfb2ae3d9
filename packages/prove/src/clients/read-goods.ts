import type { Database } from '@stockie/stage/database'
import type { CountedProduct, Goods } from './plan'

/** The same goods for every round: the last products are counted, one by each client, and the others sold. */
export async function readGoods({ query }: Database, clients: number): Promise<Goods> {
  const idsOf = async (table: string) => {
    const rows = await query<{ id: number }>(
      `select id from ${table} where deleted_at is null order by id limit 100`,
    )
    return rows.map(({ id }) => id)
  }
  const products = await query<CountedProduct>(
    `select id, name, price, cost, category_id as "categoryId" from products
     where deleted_at is null order by id`,
  )
  const [day] = await query<{ today: string }>('select current_date::text as today')
  return {
    customers: await idsOf('customers'),
    suppliers: await idsOf('suppliers'),
    products: products.slice(0, -clients).map(({ id }) => id),
    counted: products.slice(-clients),
    day: day?.today ?? '',
  }
}
