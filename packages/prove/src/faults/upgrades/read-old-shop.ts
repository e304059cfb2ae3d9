import type { Database } from '@stockie/stage/database'

/** What a shop is to its owner, in the columns that every version has. */
const tables = {
  sales: `id, sale_date, customer_id, customer_name, subtotal, discount, shipping_fees, total_amount, remark,
    turn, created_by_id, created_at, deleted_at, deleted_by_id, deletion_batch`,
  sale_lines: 'id, sale_id, product_id, product_name, price, quantity, total',
  purchases: `id, purchase_date, supplier_id, supplier_name, total_amount, remark, turn, created_by_id,
    created_at, deleted_at, deleted_by_id, deletion_batch`,
  purchase_lines: 'id, purchase_id, product_id, product_name, price, quantity, total',
  stock_movements: 'id, product_id, delta, reason, sale_id, purchase_id, turn, user_id, created_at',
  products: 'id, name, price, cost, stock, category_id, deleted_at',
  expenses: 'id, name, amount, expense_category_id, created_at, deleted_at',
  customers: 'id, name, deleted_at',
  suppliers: 'id, name, deleted_at',
}

export type OldShop = Map<string, string[]>

/** Every row of it as text, by its table. */
export async function readOldShop({ query }: Pick<Database, 'query'>): Promise<OldShop> {
  const shop: OldShop = new Map()
  for (const [table, columns] of Object.entries(tables)) {
    const rows = await query<{ row: string }>(
      `select to_jsonb(it)::text as row from (select ${columns} from ${table} order by id) as it`,
    )
    shop.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return shop
}

/** The rows that were there and are not there any more as they were. */
export function findChanged(before: OldShop, after: OldShop): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = new Set(after.get(table))
    return rows.filter((row) => !now.has(row)).map((row) => `${table}: ${row}`)
  })
}
