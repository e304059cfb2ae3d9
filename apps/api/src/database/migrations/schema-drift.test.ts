import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diffSchemas } from '#scripts/schema-engine'
import { constraintCases } from '#test/support/database/constraint-cases'
import { withClient } from '#test/support/database/database-server'
import { ownMigrations, readCatalog } from '#test/support/database/migration-fixtures'
import { createTestDatabase } from '#test/support/database/test-database'

/** A deferred trigger is a constraint too. */
const deferredTrigger = (name: string) => [`trigger ${name}`, `key ${name}`]

/** The objects that the migrations add by hand, because Prisma's schema cannot express them. */
const handwrittenObjects = [
  ...new Set(constraintCases.map(([constraint]) => `check ${constraint}`)),
  'function activity_moment',
  'function is_trimmed',
  'function refuse_ledger_change',
  'trigger stock_movements_append_only',
  'function balance_movement',
  'trigger stock_movements_balance',
  'function move_stock',
  'trigger stock_movements_move_stock',
  'function refuse_stock_change',
  'trigger products_stock_by_ledger_alone',
  'trigger products_begin_without_stock',
  'function post_change',
  ...[
    'users',
    'customers',
    'suppliers',
    'categories',
    'expense_categories',
    'expenses',
    'products',
    'parked_sales',
    'day_sheets',
    'shop',
    'stock_counts',
  ].flatMap((table) =>
    ['inserted', 'updated', 'deleted'].map((event) => `trigger ${table}_${event}`),
  ),
  'trigger stock_movements_updated',
  'trigger stock_movements_deleted',
  'function fold_changes',
  'function whole_sum',
  'index changes_source_day',
  'index backup_jobs_one_open',
  'index imports_one_running',
  'index stock_movements_once_per_import',
  'index stock_movements_once_per_return',
  'index activities_by_command_line_at_id_idx',
  'index stock_movements_edit_keys',
  'index stock_movements_once_per_count',
  'index stock_movements_corrections',
  'trigger stock_count_entries_inserted',
  'trigger stock_count_entries_append_only',
  'trigger stock_counts_activity',
  ...[
    'is_correction',
    'corrected_since',
    'post_stock_count',
    'undo_stock_count',
    'refuse_count_entry_change',
    'post_count_activity',
  ].map((name) => `function ${name}`),
  'index stock_movements_without_stock',
  'index stock_movements_adjustments',
  'index sales_customer_history',
  'index parked_sales_parked',
  'index parked_sales_ended',
  'index parked_sales_recently_deleted',
  'index purchases_supplier_history',
  ...[
    ['document_lines', 'source', 'document_id'],
    ['product_totals', 'month'],
  ].flatMap(([view, ...keys]) => [
    `table ${view}`,
    ...[
      ...keys,
      'product_id',
      'units_sold',
      'total_sales',
      'units_purchased',
      'total_purchases',
      'cost_of_goods',
      'lines_without_cost',
    ].map((column) => `column ${view}.${column}`),
  ]),
  ...['sales_recorded', 'purchases_recorded', 'returns_recorded'].flatMap((name) => [
    `function ${name}`,
    `trigger ${name}`,
  ]),
  ...['sales_changed', 'purchases_changed', 'returns_changed'].flatMap((name) => [
    `function ${name}`,
    `trigger ${name}`,
  ]),
  ...[
    'activity_facts',
    'changed_fields',
    'acting_account',
    'post_activity',
    'post_stock_activity',
    'refuse_activity_change',
    'count_version',
  ].map((name) => `function ${name}`),
  'trigger activities_append_only',
  'function refuse_day_sheet_change',
  'trigger day_sheets_append_only',
  'trigger stock_movements_activity',
  ...['users', 'shop', 'sales', 'purchases', 'returns'].map((table) => `trigger ${table}_activity`),
  'trigger returns_created',
  ...[
    'lock_returns',
    'settle_return',
    'check_returned',
    'check_new_return_line',
    'returns_follow_sales',
  ].map((name) => `function ${name}`),
  'trigger returns_inserted_settle',
  'trigger returns_restored_settle',
  'trigger return_lines_check_returned',
  'trigger return_lines_never_change',
  'trigger sales_returns_follow',
  'index returns_recently_deleted',
  'trigger users_created',
  'trigger users_version',
  'trigger shop_version',
  ...['sales', 'purchases'].map((table) => `trigger ${table}_loaded_deleted`),
  ...['customers', 'suppliers', 'categories', 'expense_categories', 'expenses', 'products'].flatMap(
    (table) => ['created', 'activity', 'version'].map((event) => `trigger ${table}_${event}`),
  ),
  ...[
    'commit_moment',
    'journal_figures',
    'recorded_in_journal',
    'changed_in_journal',
    'enter_past_in_journal',
    'keep_former_record',
    'refuse_history_change',
  ].map((name) => `function ${name}`),
  ...['sales', 'purchases', 'returns', 'expenses'].flatMap((table) =>
    ['recorded', 'changed'].flatMap((event) => deferredTrigger(`${table}_${event}_in_journal`)),
  ),
  ...deferredTrigger('expenses_removed_in_journal'),
  ...['products', 'categories'].flatMap((table) =>
    ['created', 'changed'].flatMap((event) => deferredTrigger(`${table}_${event}_in_history`)),
  ),
  ...['journal', 'former_records'].map((table) => `trigger ${table}_append_only`),
  'index journal_other_days',
  'function code_key',
  'index products_code_unique_while_not_deleted',
  'function refuse_line_change',
  'trigger sale_lines_never_change',
  'trigger purchase_lines_never_change',
  'index stock_movements_one_opening_per_product',
  'index users_email_unique_while_not_removed',
  'index customers_recently_deleted',
  'index suppliers_recently_deleted',
  'index categories_recently_deleted',
  'index expense_categories_recently_deleted',
  'index expenses_recently_deleted',
  'index products_recently_deleted',
  'index sales_recently_deleted',
  'index purchases_recently_deleted',
  ...[
    'end_of_day',
    'is_day_closed',
    'is_instant_closed',
    'books_closed_sentence',
    'raise_books_closed',
    'refuse_in_closed_books',
    'refuse_changes_in_closed_books',
    'refuse_expenses_in_closed_books',
    'refuse_rows_in_closed_books',
    'refuse_sale_line_in_closed_books',
    'lock_books',
    'stamp_books',
    'refuse_books_deletion',
  ].map((name) => `function ${name}`),
  ...['sales', 'purchases', 'returns', 'expenses'].flatMap((table) =>
    ['', '_changed', '_deleted'].map((event) => `trigger ${table}_within_open_books${event}`),
  ),
  ...['day_sheets', 'sale_lines', 'purchase_lines', 'return_lines'].map(
    (table) => `trigger ${table}_within_open_books`,
  ),
  'trigger expenses_within_open_books_truncated',
  ...['lock', 'moved', 'version', 'activity', 'never_deleted'].map(
    (event) => `trigger books_${event}`,
  ),
]

async function readCatalogOf(options: { migrated: boolean; script?: string }) {
  const database = await createTestDatabase({ migrated: options.migrated })
  onTestFinished(() => database.drop())
  return withClient(database.url, async (client) => {
    if (options.script) await client.query(options.script)
    return readCatalog(client)
  })
}

test('the migrations create the Prisma schema and the listed handwritten objects', async () => {
  const schema = await readFile(path.join(ownMigrations, '../schema.prisma'), 'utf8')
  const described = await readCatalogOf({
    migrated: false,
    script: await diffSchemas(undefined, schema),
  })
  const migrated = await readCatalogOf({ migrated: true })

  // Without the views of the invariants: invariants.test.ts lists them and breaks each of them.
  const extra = [...migrated.keys()].filter(
    (name) => !described.has(name) && !/^(table|column) inv_/.test(name),
  )
  expect(extra.toSorted()).toEqual(handwrittenObjects.toSorted())
  const shared = [...migrated].filter(([name]) => described.has(name))
  expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(described))
  expect(described.size).toBeGreaterThan(150)
})
