import type { Pool } from 'pg'
import { createUser, type TestUser } from './test-users'

export type TestShop = {
  user: TestUser
  token: string
  customerId: number
  supplierId: number
  categoryId: number
  expenseCategoryId: number
  /** Tea at $3, Rice at $5 and Oil at $7 (bought for a dollar less), 100 of each. */
  products: [number, number, number]
  /** Returns each product's stock by id. Throws if a stock differs from the sum of its ledger. */
  stock: () => Promise<Record<number, number>>
}

type TestShopDependencies = {
  pool: Pool
  tokens: { sign: (holder: { userId: number; version: number }) => string }
}

/** Inserts the records that a document needs, by SQL instead of the API. */
export async function openTestShop({ pool, tokens }: TestShopDependencies) {
  const user = await createUser(pool)
  const categoryId = await insert(pool, `categories (name) values ('Drinks')`)
  const product = async (name: string, price: number) => {
    const columns = 'products (name, price, cost, category_id)'
    const id = await insert(
      pool,
      `${columns} values ('${name}', ${price}, ${price - 1}, ${categoryId})`,
    )
    const opening = 'stock_movements (product_id, delta, reason, user_id)'
    await insert(pool, `${opening} values (${id}, 100, 'opening', ${user.id})`)
    return id
  }
  const shop: TestShop = {
    user,
    token: tokens.sign({ userId: user.id, version: 0 }),
    customerId: await insert(pool, `customers (name) values ('Ada Fashola')`),
    categoryId,
    expenseCategoryId: await insert(pool, `expense_categories (name) values ('Rent')`),
    supplierId: await insert(pool, `suppliers (name) values ('Harbour Paper Ltd')`),
    products: [await product('Tea', 3), await product('Rice', 5), await product('Oil', 7)],
    stock: () => readStock(pool),
  }
  return shop
}

async function insert(pool: Pool, insertion: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`insert into ${insertion} returning id`)
  const [row] = rows
  if (!row) throw new Error('The insert returned no row.')
  return row.id
}

async function readStock(pool: Pool): Promise<Record<number, number>> {
  const { rows } = await pool.query<{ id: number; stock: number; sum: number }>(
    `select id, stock, (select coalesce(sum(delta), 0)::integer from stock_movements
       where product_id = products.id) as sum from products`,
  )
  const drifted = rows.filter(({ stock, sum }) => stock !== sum)
  if (drifted.length > 0) throw new Error(`Stock has drifted: ${JSON.stringify(drifted)}`)
  return Object.fromEntries(rows.map(({ id, stock }) => [id, stock]))
}

/** Returns SQL that deletes a record without the API, so that a test controls when it commits. */
export function markDeleted(table: string, id: number, userId: number): string {
  return `update ${table} set deleted_at = now(), deleted_by_id = ${userId},
    deletion_batch = gen_random_uuid() where id = ${id}`
}
