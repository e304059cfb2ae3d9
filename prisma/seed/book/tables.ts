const entered = ['created_at', 'updated_at'] as const
const deletion = ['deleted_at', 'deleted_by_id', 'deletion_batch'] as const
const named = ['id', 'name', ...entered, ...deletion] as const
const contact = [...named, 'email', 'phone', 'address'] as const
const line = ['id', 'product_id', 'product_name', 'price', 'quantity', 'total'] as const
const paper = ['id', 'total_amount', 'remark', 'turn', 'created_by_id', ...entered] as const
const saleOnly = [
  'sale_date',
  'customer_id',
  'customer_name',
  'subtotal',
  'discount',
  'shipping_fees',
] as const
const cause = ['reason', 'sale_id', 'purchase_id', 'turn'] as const

/** What the seeds write: the tables in the order of their foreign keys, each with its columns. */
export const tables = {
  users: ['id', 'email', 'name', 'role', 'password_hash', ...entered],
  customers: contact,
  suppliers: contact,
  categories: named,
  expense_categories: named,
  expenses: [...named, 'amount', 'description', 'expense_category_id'],
  products: [...named, 'description', 'price', 'cost', 'category_id'],
  sales: [...paper, ...deletion, ...saleOnly],
  sale_lines: [...line, 'sale_id'],
  purchases: [...paper, ...deletion, 'purchase_date', 'supplier_id', 'supplier_name'],
  purchase_lines: [...line, 'purchase_id'],
  stock_movements: ['id', 'product_id', 'delta', 'balance', ...cause, 'user_id', 'created_at'],
} as const

export type Table = keyof typeof tables
export type Value = string | number | null
export type Row<Name extends Table> = Record<(typeof tables)[Name][number], Value>

export const tableNames = Object.keys(tables) as Table[]
