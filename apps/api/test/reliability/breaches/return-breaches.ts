/** The invariant, the change that breaks it, a row that it reports, and the number of these rows. */
export type Breach = [name: string, sql: string, row: object, count?: number]

/**
 * Makes a change past the CHECKs of a table, as a failed disk could. The CHECKs still exist afterwards, and
 * PostgreSQL assumes that every row meets them.
 */
export function bypassChecks(table: string, change: string): string {
  const toggleChecks = `update pg_class set relchecks = -relchecks where oid = '${table}'::regclass`
  return [toggleChecks, change, toggleChecks].join('; ')
}

/** Changes that each break one invariant about returns only. */
export const returnBreaches: Breach[] = [
  [
    'inv_returns_quantities',
    'update return_lines set sale_line_id = 8 where sale_line_id = 10',
    { sale_line_id: 8, sold: 3, returned: 5 },
  ],
  [
    'inv_returns_refunds',
    'update returns set proposed_refund = 34 where id = 1',
    { sale_id: 6, goods_paid: 33, shipping_paid: 2 },
  ],
  [
    'inv_returns_lines',
    'update return_lines set sale_line_id = 7 where sale_line_id = 9',
    { return_id: 1, product_id: 3, price: 4, goods_value_due: null },
  ],
  [
    'inv_returns_lines',
    'update returns set goods_value = goods_value + 1 where id = 3',
    { return_id: 3, line_id: null, goods_value_due: 4 },
  ],
  [
    'inv_returns_lines',
    'update return_lines set cost = cost + 1 where return_id = 1 and not restock',
    { return_id: 1, product_id: 3, goods_value_due: null },
  ],
  [
    'inv_returns_sales',
    `update returns set deleted_at = null, deleted_by_id = null, deletion_batch = null, turn = 2 where id = 4;
     insert into changes (source, day, document_id) values ('returns', '2026-11-20', 4);
     insert into activities (user_id, action, resource, record_id, record_name)
     values (1, 'restored', 'returns', 4, 'Ada');
     insert into journal (at, day, document_id, sign, source, action, amount)
     values (now(), '2026-11-20', 4, 1, 'returns', 'restored', 0)`,
    { return_id: 4, sale_id: 7 },
  ],
  // Each of these views has a separate part for returns.
  [
    'inv_stock_lines',
    'update return_lines set restock = true where return_id = 1',
    { source: 'returns', document_id: 1, product_id: 3, due: 3, moved: 2 },
  ],
  [
    'inv_stock_turns',
    'update returns set turn = 4 where id = 2',
    { source: 'returns', document_id: 2, turn: 4, movements: 2, moved_at_first: 3 },
  ],
  [
    'inv_totals_days',
    `update changes set amount = amount + 1
     where ctid = (select ctid from changes where source = 'returns' limit 1)`,
    { source: 'returns', day: '2026-11-20' },
  ],
  [
    'inv_records_lines',
    `set local session_replication_role = origin;
     insert into returns (sale_id, return_date, goods_value, refund, created_by_id)
     values (6, '2026-11-20', 1, 0, 1)`,
    { source: 'returns', total: 1 },
  ],
  [
    'inv_records_keys',
    `update idempotency_records set document_id = 999 where resource = 'returns'`,
    { source: 'returns', document_id: 999, user_id: 1, key: 'the-return' },
  ],
  [
    'inv_records_marks',
    bypassChecks('returns', 'update returns set deletion_batch = gen_random_uuid() where id = 1'),
    { source: 'returns', record_id: 1, deleted_at: null },
  ],
  [
    'inv_records_ledger',
    'update returns set created_by_id = 2 where id = 2',
    { source: 'returns', document_id: 2, turn: 0, user_id: 1, due_user_id: 2 },
  ],
  [
    'inv_records_activities',
    `delete from activities where resource = 'returns' and record_id = 3`,
    { source: 'returns', record_id: 3, last_action: null },
  ],
]
