import { closedBooksBreaches } from './closed-books-breaches'
import { daySheetBreaches } from './day-sheet-breaches'
import { journalBreaches } from './journal-breaches'
import { type Breach, bypassChecks, returnBreaches } from './return-breaches'

/**
 * Changes that each break one invariant only, past every trigger and key, in the shop of invariants.test.ts.
 * Each has a row that the invariant reports, and the number of these rows.
 */
export const breaches: Breach[] = [
  [
    'inv_stock_ledger',
    'update products set stock = stock + 7 where id = 1',
    { product_id: 1, name: 'Tea', stock: 100, ledger_stock: 93 },
  ],
  [
    'inv_stock_balances',
    'update stock_movements set balance = balance + 1 where sale_id = 1 and product_id = 1',
    { product_id: 1, balance: 98, moved_so_far: 97 },
  ],
  [
    'inv_stock_lines',
    // Swaps the movements of sales 1 and 2, so that the ledger still adds up.
    `update stock_movements set delta = -7 - delta, balance = balance - (sale_id = 1)::integer
     where product_id = 1 and sale_id in (1, 2)`,
    { source: 'sales', document_id: 1, product_id: 1, due: -3, moved: -4 },
    2,
  ],
  [
    'inv_stock_turns',
    'update sales set turn = 2 where id = 2',
    { source: 'sales', document_id: 2, product_id: 1, turn: 2, movements: 0, moved_at_first: -4 },
  ],
  [
    'inv_stock_turns',
    // A reversal moves one piece too many, and the next movement corrects it. No other invariant can tell.
    `update stock_movements set delta = delta + (case turn when 1 then 1 else -1 end),
       balance = balance + (turn = 1)::integer
     where sale_id = 4 and turn in (1, 2)`,
    { source: 'sales', document_id: 4, least_moved_later: -4, most_moved_later: -3 },
  ],
  [
    'inv_stock_imports',
    `update import_changes set stock_delta = stock_delta + 1 where import_id = 1 and record_id = 3`,
    { import_id: 1, product_id: 3, delta: -43, due: -42 },
  ],
  [
    'inv_stock_counts',
    'update stock_count_products set counted = counted + 1 where count_id = 1 and product_id = 3',
    { count_id: 1, product_id: 3, counted: 41, moved: -1 },
  ],
  [
    'inv_stock_counts',
    'update stock_count_products set posted_moved = posted_moved + 1 where count_id = 1 and product_id = 3',
    { count_id: 1, product_id: 3, counted: 40, moved: -1 },
  ],
  [
    'inv_stock_counts',
    // The stock after the posting is right, and the movement of the count is not.
    `update stock_count_products set counted = counted + 1, posted_delta = posted_delta + 1
     where count_id = 1 and product_id = 3`,
    { count_id: 1, product_id: 3, counted: 41, moved: -1 },
  ],
  [
    'inv_stock_counts',
    `update stock_counts set state = 'posted', undone_at = null, undone_by_id = null where id = 2`,
    { count_id: 2, product_id: 3, counted: 40 },
  ],
  [
    'inv_totals_lines',
    bypassChecks('sale_lines', 'update sale_lines set total = total + 1 where id = 1'),
    { source: 'sales', document_id: 1, line_id: 1, total: 7, due: 6 },
  ],
  [
    'inv_totals_documents',
    'update sales set subtotal = subtotal + 1, discount = discount + 1 where id = 1',
    { source: 'sales', document_id: 1, total: 13, lines: 12 },
  ],
  [
    'inv_totals_sales',
    bypassChecks('sales', 'update sales set discount = discount + 1 where id = 1'),
    { sale_id: 1, total_amount: 12, due: 11 },
  ],
  [
    'inv_totals_days',
    `update changes set amount = amount + 1
     where ctid = (select ctid from changes where source = 'purchases' and day = '2026-11-21' limit 1)`,
    { source: 'purchases', day: '2026-11-21', posted: 16, due: 15 },
  ],
  [
    'inv_totals_months',
    `update product_months set units_sold = units_sold + 1 where month = '2026-11-01' and product_id = 1`,
    { month: '2026-11-01', product_id: 1, units_sold: 8, units_sold_due: 7 },
  ],
  [
    'inv_totals_months',
    `update product_months set cost_of_goods = cost_of_goods + 1 where month = '2026-11-01' and product_id = 1`,
    { month: '2026-11-01', product_id: 1, units_sold: 7, units_sold_due: 7 },
  ],
  [
    'inv_totals_months',
    `update product_months set lines_without_cost = 1 where month = '2026-11-01' and product_id = 1`,
    { month: '2026-11-01', product_id: 1, lines_without_cost: 1, lines_without_cost_due: 0 },
  ],
  [
    'inv_records_lines',
    `set local session_replication_role = origin;
     insert into sales (sale_date, customer_id, customer_name, subtotal, total_amount, created_by_id)
     values ('2026-11-21', 1, 'Ada', 5, 5, 1)`,
    { source: 'sales', total: 5 },
  ],
  [
    'inv_records_keys',
    `update idempotency_records set document_id = 999 where resource = 'sales'`,
    { source: 'sales', document_id: 999, user_id: 1, key: 'the-key' },
  ],
  [
    'inv_records_keys',
    `insert into idempotency_records (user_id, resource, key, request_hash, document_id)
     select user_id, resource, 'another', request_hash, document_id from idempotency_records
     where resource = 'sales'`,
    { source: 'sales', document_id: 5, keys: 2 },
  ],
  [
    'inv_records_keys',
    `update idempotency_records set document_id = 999 where resource = 'categories'`,
    { source: 'categories', document_id: 999, user_id: 1, key: 'the-key', created_by_id: null },
  ],
  [
    'inv_records_marks',
    bypassChecks('customers', 'update customers set deleted_at = now() where id = 1'),
    { source: 'customers', record_id: 1, deleted_by_id: null },
  ],
  [
    'inv_records_marks',
    bypassChecks('sales', 'update sales set deletion_batch = gen_random_uuid() where id = 1'),
    { source: 'sales', record_id: 1, deleted_at: null },
  ],
  [
    'inv_records_actors',
    'update suppliers set deleted_by_id = 999 where id = 1',
    { source: 'suppliers', record_id: 1, user_id: 999 },
  ],
  [
    'inv_records_ledger',
    'update stock_movements set user_id = 2 where sale_id = 2',
    { source: 'sales', document_id: 2, turn: 0, user_id: 2, due_user_id: 1 },
  ],
  [
    'inv_records_ledger',
    'update sales set deleted_by_id = 2 where id = 3',
    { source: 'sales', document_id: 3, turn: 1, user_id: 1, due_user_id: 2 },
  ],
  [
    'inv_records_versions',
    'update products set version = 2 where id = 1',
    { source: 'products', record_id: 1, version: 2, version_due: 1 },
  ],
  [
    'inv_records_versions',
    `insert into activities (action, resource, record_id, record_name, changes)
     values ('changed', 'customers', 1, 'Ada', '[{"field": "name", "before": "Ida", "after": "Ada"}]')`,
    { source: 'customers', record_id: 1, version: 1, version_due: 2 },
  ],
  [
    'inv_records_activities',
    `insert into activities (action, resource, record_id, record_name)
     values ('deleted', 'products', 1, 'Tea')`,
    { source: 'products', record_id: 1, deleted_at: null, last_action: 'deleted' },
  ],
  [
    'inv_records_activities',
    `delete from activities where resource = 'sales' and record_id = 3`,
    { source: 'sales', record_id: 3, last_action: null },
  ],
  ...returnBreaches,
  ...daySheetBreaches,
  ...journalBreaches,
  ...closedBooksBreaches,
  // Each of these views has a separate part for purchases.
  [
    'inv_records_marks',
    bypassChecks(
      'purchases',
      'update purchases set deletion_batch = gen_random_uuid() where id = 2',
    ),
    { source: 'purchases', record_id: 2, deleted_at: null },
  ],
  [
    'inv_stock_lines',
    'update purchase_lines set quantity = 3, price = 1 where purchase_id = 1 and product_id = 3',
    { source: 'purchases', document_id: 1, product_id: 3, due: 3, moved: 1 },
  ],
  [
    'inv_stock_turns',
    'update purchases set turn = 2 where id = 2',
    { source: 'purchases', document_id: 2, turn: 2, movements: 0, moved_at_first: 5 },
  ],
  [
    'inv_totals_lines',
    bypassChecks('purchase_lines', 'update purchase_lines set total = total + 1 where id = 1'),
    { source: 'purchases', document_id: 1, line_id: 1, total: 4, due: 3 },
  ],
  [
    'inv_totals_documents',
    'update purchases set total_amount = total_amount + 1 where id = 1',
    { source: 'purchases', document_id: 1, total: 7, lines: 6 },
  ],
  [
    'inv_records_lines',
    `set local session_replication_role = origin;
     insert into purchases (purchase_date, supplier_id, supplier_name, total_amount, created_by_id)
     values ('2026-11-21', 1, 'Ada', 5, 1)`,
    { source: 'purchases', total: 5 },
  ],
  [
    'inv_records_keys',
    `update idempotency_records set document_id = 999 where resource = 'purchases'`,
    { source: 'purchases', document_id: 999, user_id: 1, key: 'the-key' },
  ],
  [
    'inv_records_ledger',
    'update purchases set created_by_id = 2 where id = 1',
    { source: 'purchases', document_id: 1, turn: 0, user_id: 1, due_user_id: 2 },
    2,
  ],
]
