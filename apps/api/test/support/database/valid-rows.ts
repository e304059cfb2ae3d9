export type Row = Record<string, unknown>

const party = { name: 'Ada', email: null, phone: null, address: null }
const line = { product_id: 1, product_name: 'Tea', price: 3, quantity: 2, total: 6 }

/** A valid row of each table, in the order of their foreign keys. */
export const validRows = {
  users: {
    email: 'ada@stockie.test',
    name: 'Ada',
    role: 1,
    password_hash: `$2b$12$${'x'.repeat(53)}`,
  },
  customers: party,
  suppliers: party,
  categories: { name: 'Drinks' },
  expense_categories: { name: 'Rent' },
  expenses: { name: 'Rent', amount: 900, expense_category_id: 1 },
  products: { name: 'Tea', price: 3, cost: 2, category_id: 1 },
  sales: {
    sale_date: '2026-11-21',
    customer_id: 1,
    customer_name: 'Ada',
    subtotal: 6,
    discount: 1,
    shipping_fees: 0.5,
    total_amount: 5.5,
    created_by_id: 1,
  },
  sale_lines: { sale_id: 1, ...line },
  returns: {
    sale_id: 1,
    return_date: '2026-11-21',
    goods_value: 3,
    refund: 1,
    created_by_id: 1,
  },
  return_lines: {
    return_id: 1,
    sale_line_id: 1,
    product_id: 1,
    price: 3,
    quantity: 1,
    restock: true,
  },
  purchases: {
    purchase_date: '2026-11-21',
    supplier_id: 1,
    supplier_name: 'Ada',
    total_amount: 6,
    created_by_id: 1,
  },
  purchase_lines: { purchase_id: 1, ...line },
  parked_sales: { customer_id: 1, created_by_id: 1 },
  parked_sale_lines: { parked_sale_id: 1, product_id: 1, price: 3, quantity: 2 },
  shop_keys: { key: '7f3c21ab' },
  imports: {
    resource: 'products',
    file_name: 'products.csv',
    format: 'csv',
    row_count: 1,
    columns: '["Name"]',
    mapping: '{}',
    created_by_id: 1,
    request_hash: Buffer.alloc(32),
  },
  import_rows: { import_id: 1, line: 2, cells: '["Tea"]' },
  import_plans: { import_id: 1, line: 2, kind: 'new', fields: '{}', before: '{}' },
  import_changes: { import_id: 1, source: 'products', record_id: 1, is_created: true },
  stock_movements: { product_id: 1, delta: 5, balance: 5, reason: 'adjustment', user_id: 1 },
  idempotency_records: {
    user_id: 1,
    resource: 'sales',
    key: 'a',
    request_hash: Buffer.alloc(32),
    document_id: 1,
  },
  sessions: {
    token_hash: Buffer.alloc(32),
    user_id: 1,
    token_version: 0,
    address: '192.168.1.20',
    ends_at: '2026-11-21',
  },
  shop: { second_factor_required: true },
  activities: {
    user_id: 1,
    action: 'created',
    resource: 'products',
    record_id: 1,
    record_name: 'Espresso',
  },
  backup_jobs: { requested_by: 1 },
  download_tickets: {
    token_hash: Buffer.alloc(32),
    name: 'stockie-20261121T224300Z.sql.gz',
    user_id: 1,
    expires_at: '2026-11-21',
  },
  ended_sessions: { token_hash: Buffer.alloc(32), ends_at: '2026-11-21' },
} satisfies Record<string, Row>

export type Table = keyof typeof validRows

/** A change of a valid row, and the constraint that it violates. */
export type ConstraintCase = [constraint: string, table: Table, changes: Row]
