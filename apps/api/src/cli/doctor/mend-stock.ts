import { connectClient } from '@/database/connect-client'

export type Mended = {
  /** What was another than its movements come to, and what that is. */
  products: { id: number; name: string; was: number; stock: number }[]
  /** How many movements had another balance than all up to them come to. */
  balances: number
}

const guards = [
  ['products', 'products_stock_by_ledger_alone'],
  ['stock_movements', 'stock_movements_append_only'],
] as const

/**
 * Sets stocks and balances to what the movements come to, which are what happened: no edit could, since it moves
 * stock and ledger alike. What refuses that to everybody is set aside in this transaction, as by the seeds, and
 * no sale comes between.
 */
export async function mendStock(url: string): Promise<Mended> {
  const client = await connectClient(url)
  const turnGuards = (state: 'disable' | 'enable') =>
    client.query(
      guards.map(([table, name]) => `alter table ${table} ${state} trigger ${name}`).join(';'),
    )
  try {
    // Whoever sells waits behind this, so it does not wait for long itself.
    await client.query(
      `begin; set local lock_timeout = '10s';
       lock table products, stock_movements in share row exclusive mode`,
    )
    await turnGuards('disable')
    const balances = await client.query(
      `update stock_movements set balance = moved_so_far from inv_stock_balances
       where id = movement_id`,
    )
    const products = await client.query<Mended['products'][number]>(
      `update products set stock = ledger_stock from inv_stock_ledger as broken
       where id = product_id returning id, products.name, broken.stock as was, products.stock`,
    )
    await turnGuards('enable')
    await client.query('commit')
    return { products: products.rows, balances: balances.rowCount ?? 0 }
  } finally {
    await client.end()
  }
}
