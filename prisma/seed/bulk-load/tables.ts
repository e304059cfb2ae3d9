const timestamps = ['created_at', 'updated_at'] as const
const deletion = ['deleted_at', 'deleted_by_id', 'deletion_batch'] as const
const named = ['id', 'name', ...timestamps, ...deletion] as const
const contact = [...named, 'email', 'phone', 'address'] as const
const line = ['id', 'product_id', 'product_name', 'price', 'quantity', 'total'] as const
const documentColumns = [
  'id',
  'total_amount',
  'remark',
  'turn',
  'created_by_id',
  ...timestamps,
] as const
const saleOnly = [
  'sale_date',
  'customer_id',
  'customer_name',
  'subtotal',
  'discount',
  'shipping_fees',
] as const
const cause = [
  'reason',
  'sale_id',
  'purchase_id',
  'turn',
  'adjustment_reason',
  'unit_cost',
] as const

/** The tables that the seeds write, in the order of their foreign keys, with their columns. */
export const tables = {
  users: ['id', 'email', 'name', 'role', 'password_hash', ...timestamps],
  customers: contact,
  suppliers: contact,
  categories: named,
  expense_categories: named,
  expenses: [...named, 'entered_at', 'amount', 'description', 'expense_category_id'],
  products: [...named, 'description', 'price', 'cost', 'category_id', 'code'],
  sales: [...documentColumns, ...deletion, ...saleOnly],
  sale_lines: [...line, 'sale_id', 'cost'],
  purchases: [...documentColumns, ...deletion, 'purchase_date', 'supplier_id', 'supplier_name'],
  purchase_lines: [...line, 'purchase_id'],
  stock_movements: ['id', 'product_id', 'delta', 'balance', ...cause, 'user_id', 'created_at'],
} as const

export type Table = keyof typeof tables
export type Value = string | number | null
export type Row<Name extends Table> = Record<(typeof tables)[Name][number], Value>

export const tableNames = Object.keys(tables) as Table[]
