import { type ConstraintCase, days, text } from './constraint-rules'

/** See constraint-cases.ts. */
export const daySheetCases: ConstraintCase[] = [
  ...days('day_sheets', 'day'),
  ...text('day_sheets', 'remark', 2000),
  [
    'day_sheets_opening_float_not_negative',
    'day_sheets',
    { opening_float: -1, expected_cash: 3.5, difference: 101 },
  ],
  ['day_sheets_counted_total_not_negative', 'day_sheets', { counted_total: -1 }],
  [
    'day_sheets_taken_out_total_not_negative',
    'day_sheets',
    { taken_out_total: -1, expected_cash: 105.5, difference: -1 },
  ],
  ...['[]', '{}', '{"sum": "1"}', '{"sum": 1, "pieces": []}'].map<ConstraintCase>((counted) => [
    'day_sheets_counted_as_sum_or_pieces',
    'day_sheets',
    { counted },
  ]),
  ['day_sheets_taken_out_array', 'day_sheets', { taken_out: '{}' }],
  ['day_sheets_figures_object', 'day_sheets', { figures: '[]' }],
  ['day_sheets_expected_cash_adds_up', 'day_sheets', { expected_cash: 104, difference: 0.5 }],
  ['day_sheets_difference_adds_up', 'day_sheets', { difference: 0.01 }],
]
