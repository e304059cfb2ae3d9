import type { Row, Table } from './valid-rows'

export type ConstraintCase = [constraint: string, table: Table, changes: Row]

export const batch = '0d9e8c5a-3b1f-4c58-9a52-1f2b3c4d5e6f'

/** Every text, optional or not, is trimmed and has 1 to `limit` characters. */
export const text = (table: Table, column: string, limit: number): ConstraintCase[] =>
  ['', ' ada', 'ada ', '\tada', 'ada\n', 'ada\u{a0}', 'x'.repeat(limit + 1)].map((value) => [
    `${table}_${column}_trimmed_1_to_${limit}`,
    table,
    { [column]: value },
  ])
export const outOfRange = (
  table: Table,
  rule: string,
  column: string,
  values: number[],
): ConstraintCase[] => values.map((value) => [`${table}_${rule}`, table, { [column]: value }])
export const money = (table: Table, column: string): ConstraintCase[] =>
  outOfRange(table, `${column}_1_to_1000000000`, column, [-1, 0, 1_000_000_001])
export const deletionMarks = (
  table: Table,
  deleted: Row = { deleted_at: 'now' },
): ConstraintCase[] =>
  [deleted, { deleted_by_id: 1 }, { deletion_batch: batch }].map((change) => [
    `${table}_deletion_marks_all_or_none`,
    table,
    change,
  ])
export const contact = (table: Table): ConstraintCase[] => [
  ...text(table, 'name', 200),
  ...text(table, 'email', 254),
  ...text(table, 'phone', 50),
  ...text(table, 'address', 2000),
  ...deletionMarks(table),
]
export const days = (table: Table, day: string): ConstraintCase[] =>
  ['infinity', '10000-01-01', '0001-12-31 BC'].map((value) => [
    `${table}_${day}_has_a_four_digit_year`,
    table,
    { [day]: value },
  ])
export const document = (table: Table, day: string): ConstraintCase[] => [
  ...days(table, day),
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
export const documentLine = (table: Table, maximum: number): ConstraintCase[] => [
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
export const movement = (rule: string, ...changes: Row[]): ConstraintCase[] =>
  changes.map((change) => [`stock_movements_${rule}`, 'stock_movements', change])
