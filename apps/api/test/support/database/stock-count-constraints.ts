import { type ConstraintCase, outOfRange, text } from './constraint-rules'

const instant = '2026-11-21T09:00:00Z'

/** See constraint-cases.ts. */
export const stockCountCases: ConstraintCase[] = [
  ...text('stock_counts', 'name', 200),
  [
    'stock_counts_state_known',
    'stock_counts',
    { state: 'closed', finished_at: instant, finished_by_id: 1 },
  ],
  ...[
    { state: 'finished' },
    { finished_at: instant },
    { state: 'finished', finished_at: instant },
    { state: 'posted', finished_at: instant, finished_by_id: 1 },
    { posted_at: instant, posted_by_id: 1 },
    { undone_at: instant, undone_by_id: 1 },
    { state: 'discarded' },
    { state: 'discarded', discarded_at: instant },
    { discarded_at: instant, discarded_by_id: 1 },
  ].map<ConstraintCase>((change) => ['stock_counts_steps_of_the_state', 'stock_counts', change]),
  ...outOfRange('stock_count_products', 'counted_0_to_1000000000', 'counted', [-1, 1_000_000_001]),
  ...[
    { counted: null },
    { counted_at: null },
    { entries: 0 },
    { movement_id: null },
  ].map<ConstraintCase>((change) => [
    'stock_count_products_whole_number',
    'stock_count_products',
    change,
  ]),
  ['stock_count_products_whole_posting', 'stock_count_products', { posted_delta: 1 }],
  ['stock_count_entries_mode_known', 'stock_count_entries', { mode: 'sum' }],
  [
    'stock_count_entries_counted_up_to_1000000000',
    'stock_count_entries',
    { counted: 1_000_000_001 },
  ],
  [
    'stock_count_entries_counted_up_to_1000000000',
    'stock_count_entries',
    { counted: -1_000_000_001, mode: 'add' },
  ],
  ...outOfRange('stock_count_entries', 'total_0_to_1000000000', 'total', [-1, 1_000_000_001]),
  ...[{ counted: null }, { total: null }, { stock: null }].map<ConstraintCase>((change) => [
    'stock_count_entries_whole_number',
    'stock_count_entries',
    change,
  ]),
  ['stock_count_entries_number_fits_mode', 'stock_count_entries', { counted: -1 }],
  [
    'stock_count_entries_number_fits_mode',
    'stock_count_entries',
    { mode: 'add', counted: null, total: null, stock: null },
  ],
  ['stock_movements_count_fits_reason', 'stock_movements', { reason: 'count' }],
  ['stock_movements_count_fits_reason', 'stock_movements', { count_id: 1 }],
]
