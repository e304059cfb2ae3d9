import { movementCases } from './movement-cases'
import type { ConstraintCase, Row, Table } from './valid-rows'

const batch = '0d9e8c5a-3b1f-4c58-9a52-1f2b3c4d5e6f'

/** Every text, optional or not, is trimmed and has 1 to `limit` characters. */
const text = (table: Table, column: string, limit: number): ConstraintCase[] =>
  ['', ' ada', 'ada ', '\tada', 'ada\n', 'ada\u{a0}', 'x'.repeat(limit + 1)].map((value) => [
    `${table}_${column}_trimmed_1_to_${limit}`,
    table,
    { [column]: value },
  ])
const outOfRange = (
  table: Table,
  rule: string,
  column: string,
  values: number[],
): ConstraintCase[] => values.map((value) => [`${table}_${rule}`, table, { [column]: value }])
const money = (table: Table, column: string): ConstraintCase[] =>
  outOfRange(table, `${column}_1_to_1000000000`, column, [-1, 0, 1_000_000_001])
const deletionMarks = (table: Table, deleted: Row = { deleted_at: 'now' }): ConstraintCase[] =>
  [deleted, { deleted_by_id: 1 }, { deletion_batch: batch }].map((change) => [
    `${table}_deletion_marks_all_or_none`,
    table,
    change,
  ])
const contact = (table: Table): ConstraintCase[] => [
  ...text(table, 'name', 200),
  ...text(table, 'email', 254),
  ...text(table, 'phone', 50),
  ...text(table, 'address', 2000),
  ...deletionMarks(table),
]
const document = (table: Table, day: string): ConstraintCase[] => [
  ...['infinity', '10000-01-01', '0001-12-31 BC'].map<ConstraintCase>((value) => [
    `${table}_${day}_has_a_four_digit_year`,
    table,
    { [day]: value },
  ]),
  ...text(table, 'remark', 2000),
  [`${table}_turn_not_negative`, table, { turn: -2 }],
  [`${table}_turn_odd_while_deleted`, table, { turn: 1 }],
  [
    `${table}_turn_odd_while_deleted`,
    table,
    { deleted_at: 'now', deleted_by_id: 1, deletion_batch: batch, turn: 2 },
  ],
  ...deletionMarks(table, { deleted_at: 'now', turn: 1 }),
]
const documentLine = (table: Table, maximum: number): ConstraintCase[] => [
  ...text(table, 'product_name', 200),
  ...money(table, 'price').map<ConstraintCase>(([name, , change]) => [
    name,
    table,
    { ...change, total: Number(change['price']) * 2 },
  ]),
  ...[-1, 0, maximum + 1].map<ConstraintCase>((quantity) => [
    `${table}_quantity_1_to_${maximum}`,
    table,
    { quantity, total: 3 * quantity },
  ]),
  [`${table}_total_is_price_times_quantity`, table, { total: 6.01 }],
]
/** Minimal changes to a valid row, each with the constraint that it violates. */
export const constraintCases: ConstraintCase[] = [
  ...text('users', 'email', 254),
  ...text('users', 'name', 200),
  ['users_email_lower_case', 'users', { email: 'Ada@stockie.test' }],
  ['users_role_positive', 'users', { role: 0 }],
  // A plain password, truncated or overlong hashes, and an unknown hash kind.
  ...[
    'stockie-demo',
    'hmac-sha384:stockie-demo',
    `hmac-sha384:$2b$12$${'x'.repeat(52)}`,
    `hmac-sha384:$2b$12$${'x'.repeat(54)}`,
    `sha256:$2b$12$${'x'.repeat(53)}`,
  ].map<ConstraintCase>((hash) => [
    'users_password_hash_is_bcrypt',
    'users',
    { password_hash: hash },
  ]),
  ['users_token_version_not_negative', 'users', { token_version: -1 }],
  ['users_version_positive', 'users', { version: 0 }],
  // A secret without a step and a salt, a step without a secret, and recovery codes without one.
  ...[
    { second_factor_secret: '\\x00' },
    { second_factor_step: 1 },
    { recovery_salt: '\\x00' },
    { recovery_hashes: ['\\x00'] },
  ].map<ConstraintCase>((change) => ['users_second_factor_whole', 'users', change]),
  ['shop_has_one_row', 'shop', { id: 2 }],
  ['shop_version_positive', 'shop', { version: 0 }],
  ...text('shop', 'name', 200),
  ...text('shop', 'address', 2000),
  ...text('shop', 'phone', 50),
  ...text('shop', 'email', 254),
  ...text('shop', 'tax_number', 50),
  ...text('shop', 'slip_footer', 2000),
  ['shop_slip_width_known', 'shop', { slip_width: '57mm' }],
  ['shop_logo_type_known', 'shop', { logo: Buffer.alloc(1), logo_type: 'image/svg+xml' }],
  ['shop_logo_with_type', 'shop', { logo: Buffer.alloc(1) }],
  ['shop_logo_with_type', 'shop', { logo_type: 'image/png' }],
  ['shop_keys_one_row', 'shop_keys', { id: 2 }],
  ['shop_keys_key_of_8_hex_digits', 'shop_keys', { key: '7F3C21AB' }],
  ['imports_resource_known', 'imports', { resource: 'sales' }],
  ['imports_format_known', 'imports', { format: 'ods' }],
  ['imports_state_known', 'imports', { state: 'waiting' }],
  ['imports_committed_once', 'imports', { state: 'committed' }],
  ['imports_committed_once', 'imports', { committed_at: 'now' }],
  ['import_plans_kind_known', 'import_plans', { kind: 'unchanged' }],
  ['import_plans_record_fits_kind', 'import_plans', { kind: 'changed' }],
  ['import_changes_source_known', 'import_changes', { source: 'sales' }],
  ['stock_movements_import_fits_reason', 'stock_movements', { reason: 'import' }],
  ['stock_movements_import_fits_reason', 'stock_movements', { import_id: 1 }],
  ...contact('customers'),
  ...contact('suppliers'),
  ...text('categories', 'name', 200),
  ...deletionMarks('categories'),
  ...text('expense_categories', 'name', 200),
  ...deletionMarks('expense_categories'),
  ...text('expenses', 'name', 200),
  ...money('expenses', 'amount'),
  ...text('expenses', 'description', 2000),
  ...deletionMarks('expenses'),
  ...text('products', 'name', 200),
  ...text('products', 'description', 2000),
  ...money('products', 'price'),
  ...money('products', 'cost'),
  ...['', ' a', 'a ', 'a\tb', 'é', 'a\u{a0}', 'x'.repeat(65)].map<ConstraintCase>((code) => [
    'products_code_printable_1_to_64',
    'products',
    { code },
  ]),
  // Only movements change the stock; the product has 5 when these run.
  ...[2_000_000_000 - 4, -2_000_000_000 - 6, 2_147_483_647, -2_147_483_648].map<ConstraintCase>(
    (delta) => ['products_stock_within_2000000000', 'stock_movements', { delta }],
  ),
  ...deletionMarks('products'),
  ...document('sales', 'sale_date'),
  ...text('sales', 'customer_name', 200),
  ['sales_subtotal_positive', 'sales', { subtotal: 0, total_amount: 0 }],
  ['sales_discount_not_negative', 'sales', { discount: -1, total_amount: 7.5 }],
  ['sales_shipping_fees_not_negative', 'sales', { shipping_fees: -1, total_amount: 4 }],
  ['sales_total_amount_adds_up', 'sales', { total_amount: 5.49 }],
  ['sales_total_amount_adds_up', 'sales', { discount: 10, total_amount: -3.5 }],
  ...documentLine('sale_lines', 1_000_000),
  ...document('returns', 'return_date'),
  ['returns_goods_value_positive', 'returns', { goods_value: 0 }],
  ['returns_refund_not_negative', 'returns', { refund: -0.01 }],
  ['returns_shipping_refund_not_negative', 'returns', { shipping_refund: -0.01 }],
  // The trigger computes the proposed refund of a return that is not deleted.
  [
    'returns_proposed_refund_not_negative',
    'returns',
    {
      proposed_refund: -0.01,
      turn: 1,
      deleted_at: 'now',
      deleted_by_id: 1,
      deletion_batch: batch,
    },
  ],
  ...money('return_lines', 'price'),
  ...outOfRange('return_lines', 'quantity_1_to_1000000', 'quantity', [-1, 0]),
  ...document('purchases', 'purchase_date'),
  ...text('purchases', 'supplier_name', 200),
  ['purchases_total_amount_positive', 'purchases', { total_amount: 0 }],
  ...documentLine('purchase_lines', 9999),
  ...text('parked_sales', 'name', 200),
  ...text('parked_sales', 'remark', 2000),
  ['parked_sales_discount_not_negative', 'parked_sales', { discount: -0.01 }],
  ['parked_sales_shipping_fees_not_negative', 'parked_sales', { shipping_fees: -0.01 }],
  ['parked_sales_key_with_hash', 'parked_sales', { key: 'a' }],
  ['parked_sales_key_with_hash', 'parked_sales', { request_hash: Buffer.alloc(32) }],
  [
    'parked_sales_request_hash_is_sha256',
    'parked_sales',
    { key: 'a', request_hash: Buffer.alloc(20) },
  ],
  ['parked_sales_taken_by_an_account', 'parked_sales', { taken_at: 'now' }],
  ['parked_sales_taken_by_an_account', 'parked_sales', { taken_by_id: 1 }],
  ['parked_sales_take_key_of_taken_alone', 'parked_sales', { take_key: 'a' }],
  ...deletionMarks('parked_sales'),
  [
    'parked_sales_taken_or_deleted',
    'parked_sales',
    {
      taken_at: 'now',
      taken_by_id: 1,
      deleted_at: 'now',
      deleted_by_id: 1,
      deletion_batch: batch,
    },
  ],
  ...money('parked_sale_lines', 'price'),
  ...outOfRange('parked_sale_lines', 'quantity_1_to_1000000', 'quantity', [-1, 0, 1_000_001]),
  ...movementCases,
  [
    'idempotency_records_resource_takes_keys',
    'idempotency_records',
    { resource: 'users', first_answer: '{}' },
  ],
  [
    'idempotency_records_first_answer_of_records_alone',
    'idempotency_records',
    { first_answer: '{}' },
  ],
  [
    'idempotency_records_first_answer_of_records_alone',
    'idempotency_records',
    { resource: 'products' },
  ],
  ['idempotency_records_key_1_to_255', 'idempotency_records', { key: '' }],
  ['idempotency_records_key_1_to_255', 'idempotency_records', { key: 'x'.repeat(256) }],
  [
    'idempotency_records_request_hash_is_sha256',
    'idempotency_records',
    { request_hash: Buffer.alloc(20) },
  ],
  ['sessions_token_hash_is_sha256', 'sessions', { token_hash: Buffer.alloc(20) }],
  ['activities_action_known', 'activities', { action: 'lost' }],
  ['activities_resource_known', 'activities', { resource: 'tills' }],
  ['activities_one_actor', 'activities', { by_command_line: true }],
  ['activities_changes_with_fields', 'activities', { action: 'changed' }],
  ['activities_changes_with_fields', 'activities', { changes: '[{"field": "name"}]' }],
  ['activities_changes_array', 'activities', { action: 'changed', changes: '{}' }],
  ['backup_jobs_state_known', 'backup_jobs', { state: 'lost' }],
  ['backup_jobs_progress_within_total', 'backup_jobs', { done: 2, total: 1 }],
  ['backup_jobs_progress_within_total', 'backup_jobs', { done: -1, total: 1 }],
  ['backup_jobs_failure_has_reason', 'backup_jobs', { state: 'failed' }],
  ['backup_jobs_failure_has_reason', 'backup_jobs', { error: 'The disk is full.' }],
  ['download_tickets_token_hash_is_sha256', 'download_tickets', { token_hash: Buffer.alloc(20) }],
  ['ended_sessions_token_hash_is_sha256', 'ended_sessions', { token_hash: Buffer.alloc(20) }],
]
